// The admins' page: it shows what /api/v1/admin tells, and asks it to do things. No card ever comes here.
import { act as actName, choose, current, date, problem, words } from "/admin/words.js";

const API = "/api/v1/admin";
const byId = (id) => document.getElementById(id);
// In this tab only, and never in an address: whoever closes the tab has left.
let token = sessionStorage.getItem("kozyr-admin-token") ?? "";
let name = sessionStorage.getItem("kozyr-admin-name") ?? "";
let tab = "reports";

// --- Building

function element(kind, fields = {}, ...children) {
  const made = document.createElement(kind);
  for (const [key, value] of Object.entries(fields)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
const button = (text, act, kind = "") =>
  element("button", { type: "button", class: kind, onclick: () => guarded(act) }, text);
const badge = (text, kind = "") => element("span", { class: `badge ${kind}` }, text);
const panel = (...children) => element("section", { class: "panel" }, ...children);
const code = (text) => element("code", {}, text);

function table(heads, rows) {
  if (!rows.length) return element("p", { class: "hint" }, words().nothing);
  const head = element("tr", {}, ...heads.map((text) => element("th", {}, text)));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}
const row = (...cells) =>
  element("tr", {}, ...cells.map((cell) => (cell instanceof HTMLTableCellElement ? cell : element("td", {}, cell))));
const actions = (...children) => element("td", { class: "actions" }, ...children.flatMap((each) => [each, " "]));

// --- Asking the server

// A header holds bytes: the name as UTF-8, a character for each byte.
const asBytes = (text) => String.fromCharCode(...new TextEncoder().encode(text));

async function ask(path, body) {
  const headers = { authorization: `Bearer ${token}`, "x-kozyr-admin": asBytes(name) };
  const options = { headers, cache: "no-store" };
  if (body !== undefined) {
    headers["content-type"] = "application/json";
    Object.assign(options, { method: "POST", body: JSON.stringify(body) });
  }
  const answer = await fetch(API + path, options);
  const found = await answer.json();
  if (answer.ok) return found;
  if (answer.status === 401) leave();
  throw new Error(problem(found.message ?? answer.statusText));
}

async function guarded(act) {
  byId("problem").textContent = "";
  try {
    await act();
  } catch (error) {
    byId("problem").textContent = error.message;
  }
}

async function change(path, body) {
  await ask(path, body);
  await show();
}

/** A dialog with some fields; null where it was cancelled. */
function wanted(title, fields, yes) {
  const dialog = byId("ask");
  byId("askTitle").textContent = title;
  byId("askYes").textContent = yes ?? title;
  const inputs = fields.map(([key, label, kind]) => {
    const input =
      kind === "minutes"
        ? element("select", { name: key }, ...LENGTHS.map(([word, value]) => element("option", { value }, words()[word])))
        : element("input", { name: key, maxLength: 400, required: kind === "required" });
    return element("label", {}, label, input);
  });
  byId("askFields").replaceChildren(...inputs);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener(
      "close",
      () => {
        if (dialog.returnValue !== "yes") return done(null);
        const values = {};
        for (const field of byId("askFields").querySelectorAll("[name]")) values[field.name] = field.value;
        if ("minutes" in values) values.minutes = values.minutes ? Number(values.minutes) : null;
        done(values);
      },
      { once: true },
    );
  });
}
const LENGTHS = [["hour", 60], ["day", 1440], ["week", 10080], ["month", 43200], ["ever", ""]];

async function punish(player, kind) {
  const w = words();
  const found = await wanted(w[kind], [["minutes", w.minutes, "minutes"], ["why", w.why]]);
  if (found) await change(`/people/${player}/punish`, { kind, ...found });
}
async function warn(player) {
  const found = await wanted(words().warn, [["text", words().text, "required"]]);
  if (found) await change(`/people/${player}/warn`, found);
}
async function withReason(title, path, body = {}) {
  const found = await wanted(title, [["why", words().reason]]);
  if (found) await change(path, { ...body, ...found });
}
const measures = (player) => [
  button(words().warn, () => warn(player), "small"),
  button(words().mute, () => punish(player, "mute"), "small"),
  button(words().ban, () => punish(player, "ban"), "small bad"),
];

function chat(lines, about, path) {
  const items = lines.map((line) =>
    element(
      "li",
      { class: line.player === about ? "about" : "" },
      element("span", { class: "who" }, line.name),
      element("span", { class: line.hidden ? "text gone" : "text" }, line.hidden ? words().hidden : (line.text || `[${line.phrase}]`)),
      element("span", { class: "at" }, date(line.at_ms)),
      path && !line.hidden ? button(words().hide, () => withReason(words().hide, `${path}/hide`, { n: line.n }), "small") : null,
    ),
  );
  return items.length ? element("ul", { class: "chat" }, ...items) : element("p", { class: "hint" }, words().nothing);
}

// --- Pages

let onlyOpen = true;
async function reports() {
  const w = words();
  const found = (await ask(`/reports${onlyOpen ? "?open=1" : ""}`)).reports;
  const choice = button(onlyOpen ? w.all : w.onlyOpen, async () => { onlyOpen = !onlyOpen; await show(); });
  const shown = found.map((each) => {
    const place = each.room ? [`${w.inRoom} `, button(each.room, () => open(each.room), "small")] : [w.inLobby];
    const about = element("b", {}, each.name || each.player);
    const head = element("div", { class: "row" }, badge(w[each.reason], "bad"), about, code(each.player),
      element("span", { class: "hint wide" }, `${w.by} ${each.by_name}, ${date(each.at_ms)}, `, ...place), ...measures(each.player));
    const end = each.resolved_ms
      ? element("p", { class: "hint" }, `${w.resolvedBy} ${each.resolved_by}: ${each.note}`)
      : button(w.resolve, async () => {
          const said = await wanted(w.resolve, [["why", w.note]]);
          if (said) await change(`/reports/${each.id}/resolve`, said);
        });
    const box = panel(head, each.text ? element("p", {}, `“${each.text}”`) : null, chat(each.lines ?? [], each.player, each.room ? `/rooms/${each.room}` : "/lobby"), end);
    if (each.resolved_ms) box.classList.add("done");
    return box;
  });
  return [element("div", { class: "row" }, choice), ...(shown.length ? shown : [panel(w.nothing)])];
}

let sought = "";
async function people() {
  const w = words();
  const input = element("input", { class: "wide", value: sought, placeholder: w.find, "aria-label": w.find });
  const form = element("form", { class: "row panel", onsubmit: (event) => { event.preventDefault(); sought = input.value.trim(); guarded(show); } }, input, element("button", {}, w.search));
  const found = (await ask(`/people?find=${encodeURIComponent(sought)}`)).people;
  const rows = found.map((each) =>
    row(element("span", {}, each.name, " ", each.claimed ? badge(w.claimed, "good") : null, each.bot ? badge(w.bot) : null), code(each.player),
      each.room ? button(`${w[each.doing] ?? each.doing} ${each.room}`, () => open(each.room), "small") : (w[each.doing ?? "lobby"] ?? each.doing), actions(...measures(each.player))));
  const parts = [form, panel(table([w.name, w.player, w.doing, ""], rows))];
  if (sought) {
    try {
      const one = await ask(`/people/${encodeURIComponent(sought)}`);
      const held = one.sanctions.map((each) => element("span", {}, badge(`${w[each.kind]}: ${each.reason || w.noReason}`, "bad"), " ", button(w.lift, () => withReason(w.lift, `/people/${one.player}/lift`, { kind: each.kind }), "small")));
      parts.splice(1, 0, panel(element("div", { class: "row" }, element("b", {}, one.name ?? "–"), code(one.player), one.claimed ? badge(w.claimed, "good") : null, badge(`${w.tokens}: ${one.tokens}`), element("span", { class: "wide" }), ...measures(one.player)), ...held));
    } catch {
      // Nobody has this id or claimed name: the list says enough.
    }
  }
  return parts;
}

async function sanctions() {
  const w = words();
  const network = element("input", { class: "wide", placeholder: w.network, "aria-label": w.network, required: true });
  const form = element("form", { class: "row panel", onsubmit: (event) => { event.preventDefault(); guarded(async () => {
    const found = await wanted(w.banRange, [["minutes", w.minutes, "minutes"], ["why", w.why]]);
    if (found) await change("/ranges", { network: network.value, ...found });
  }); } }, network, element("button", { class: "bad" }, w.banRange));
  const rows = (await ask("/sanctions")).sanctions.map((each) =>
    row(badge(w[each.kind], "bad"), code(each.whom), each.until_ms ? date(each.until_ms) : w.ever, each.reason, `${each.by}, ${date(each.at_ms)}`,
      actions(button(w.lift, () => each.kind === "range" ? withReason(w.lift, "/ranges/lift", { network: each.whom }) : withReason(w.lift, `/people/${each.whom}/lift`, { kind: each.kind }), "small"))));
  return [form, panel(table([w.kind, w.whom, w.until, w.reason, w.admin, ""], rows))];
}

let opened = null;
async function open(room) {
  [tab, opened] = ["rooms", room];
  await show();
}
async function rooms() {
  const w = words();
  if (opened) return room();
  const rows = (await ask("/rooms")).rooms.map((each) =>
    row(element("span", {}, each.name), code(each.room), each.preset ?? each.game, `${each.taken}/${each.seats}`, w[each.phase] ?? each.phase,
      actions(button(w.look, () => open(each.room), "small"), button(w.close, () => withReason(w.closeRoom, `/rooms/${each.room}/close`), "small bad"))));
  const input = element("input", { class: "wide", placeholder: w.room, "aria-label": w.room });
  const form = element("form", { class: "row panel", onsubmit: (event) => { event.preventDefault(); guarded(() => open(input.value.trim())); } }, input, element("button", {}, w.look));
  return [form, panel(table([w.name, w.room, w.game, w.seats, w.phase, ""], rows))];
}
async function room() {
  const w = words();
  const back = button(w.back, async () => { opened = null; await show(); });
  let found;
  try {
    found = await ask(`/rooms/${encodeURIComponent(opened)}`);
  } catch (error) {
    opened = null;
    throw error;
  }
  const path = `/rooms/${found.room}`;
  const rows = found.seats.map((seat) =>
    row(String(seat.seat + 1), seat.player || seat.bot ? element("span", {}, seat.name || w.bot, " ", seat.bot ? badge(w.bot) : null, seat.left ? badge(w.left) : null, !seat.bot && !seat.connected ? badge(w.away) : null) : w.free,
      seat.player ? code(seat.player) : "", seat.player || seat.bot ? actions(button(w.kick, () => withReason(w.kick, `${path}/kick`, { seat: seat.seat }), "small bad"), ...(seat.player && !seat.bot ? measures(seat.player) : [])) : ""));
  return [
    element("div", { class: "row" }, back),
    panel(element("div", { class: "row" }, element("h2", { class: "wide" }, `${found.name} · ${found.preset ?? found.game}`), badge(w[found.phase] ?? found.phase), badge(found.public ? w.public : w.private), badge(`${w.watchers}: ${found.watchers}`),
      button(w.closeRoom, () => withReason(w.closeRoom, `${path}/close`), "bad")), table([w.seat, w.name, w.player, ""], rows)),
    panel(element("h2", {}, w.watchChat), chat(found.chat, null, path)),
  ];
}

async function lobby() {
  const w = words();
  const found = await ask("");
  const rules = found.rules;
  const shut = element("input", { type: "checkbox", checked: rules.read_only ?? false });
  const slow = element("input", { type: "number", min: 0, max: 3600, value: rules.slow_s ?? 0 });
  const text = element("input", { class: "wide", maxLength: 400, value: rules.announcement ?? "", "aria-label": w.announcement });
  const keep = element("input", { type: "checkbox", checked: true });
  return [
    panel(element("h2", {}, w.rules), element("label", { class: "line" }, shut, w.readOnly), element("label", { class: "line" }, slow, w.slow),
      button(w.save, () => change("/lobby/rules", { read_only: shut.checked, slow_s: Number(slow.value) }))),
    panel(element("h2", {}, w.announcement), element("div", { class: "row" }, text, button(w.announce, () => change("/announce", { text: text.value, keep: keep.checked })), button(w.takeBack, () => change("/announce", { text: "" }))),
      element("label", { class: "line" }, keep, w.keep)),
    panel(element("h2", {}, w.chat), chat(found.chat, null, "/lobby")),
    panel(element("div", { class: "row" }, code(found.process), badge(`${w.connections}: ${found.connections}`), element("span", { class: "hint wide" }, w.drainHint),
      button(w.drain, () => withReason(w.drain, "/drain", { process: found.process }), "bad"), button(w.undrain, () => change("/drain", { process: found.process, on: false })))),
  ];
}

async function audit() {
  const w = words();
  const rows = (await ask("/audit")).acts.map((act) =>
    row(date(act.at_ms), act.host ? `${w.host}: ${act.admin} (${act.host})` : act.admin, actName(act.what), code(act.target), act.why, act.until_ms ? date(act.until_ms) : ""));
  return [panel(table([w.when, w.admin, w.what, w.target, w.reason, w.until], rows))];
}

const TABS = { reports, people, sanctions, rooms, lobby, audit };

// --- The page

function say() {
  document.documentElement.lang = current();
  for (const each of document.querySelectorAll("[data-word]")) each.textContent = words()[each.dataset.word];
  byId("leave").textContent = words().leave;
  byId("language").value = current();
}

async function show() {
  say();
  byId("door").hidden = token !== "";
  byId("leave").hidden = token === "";
  if (!token) {
    byId("tabs").replaceChildren();
    byId("main").replaceChildren();
    byId("server").textContent = "";
    return;
  }
  const overview = await ask("");
  const w = words();
  byId("server").textContent = `${overview.version} · ${overview.online} ${w.online}`;
  byId("tabs").replaceChildren(
    ...Object.keys(TABS).map((key) => {
      const count = key === "reports" && overview.open_reports ? ` (${overview.open_reports})` : "";
      const made = button(w[key] + count, async () => { [tab, opened] = [key, null]; await show(); });
      if (key === tab) made.setAttribute("aria-current", "page");
      return made;
    }),
  );
  byId("main").replaceChildren(...(await TABS[tab]()));
}

function leave() {
  token = "";
  sessionStorage.removeItem("kozyr-admin-token");
  guarded(show);
}

byId("door").addEventListener("submit", (event) => {
  event.preventDefault();
  [token, name] = [byId("token").value.trim(), byId("name").value.trim()];
  byId("token").value = "";
  sessionStorage.setItem("kozyr-admin-token", token);
  sessionStorage.setItem("kozyr-admin-name", name);
  guarded(show);
});
byId("leave").addEventListener("click", leave);
byId("language").addEventListener("change", (event) => { choose(event.target.value); guarded(show); });
guarded(show);
