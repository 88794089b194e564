// A player in the page, of any game: it presses a card that may be played, or a button that asks
// for a decision, whenever there is one. What lies under something else is noted, not pressed.
// A careful one of Gin puts the highest of its loose cards down, so that there is an end.
window.kozyrPlayer ??= {
  presses: 0,
  covered: [],
  timer: null,
  start(seed, isCareful) {
    let state = seed;
    const chance = (count) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * count);
    };
    const step = () => {
      const all = this.choices();
      // What ends a deal comes first, so that games of Gin end.
      const ending = all.filter((each) => /knock|gin|стук|стуч|джин/i.test(this.nameOf(each)));
      const from = ending.length > 0 ? ending : isCareful ? this.carefully(all) : all;
      if (from.length > 0) this.press(from[chance(from.length)]);
      this.timer = setTimeout(step, 15);
    };
    this.stop();
    step();
  },
  stop() {
    clearTimeout(this.timer);
    this.timer = null;
  },
  done() {
    return { presses: this.presses, covered: this.covered };
  },
  nameOf(element) {
    return (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
  },
  carefully(all) {
    const loose = all.filter((each) => each.matches(".hand .place")).slice(-1);
    return loose.length > 0 ? loose : all.filter((each) => each.closest(".orders") === null);
  },
  choices() {
    const table = document.querySelector("main section[aria-label]");
    const open = document.querySelector("dialog[open]");
    if (open !== null) {
      // What a game asks in it, and not whether to play again.
      const asked = /^(knock with|gin|big gin|постучать|джин|большой джин|continue$|дальше$)/i;
      return [...open.querySelectorAll("button")].filter(
        (each) => !each.disabled && asked.test(this.nameOf(each)),
      );
    }
    if (table === null) return [];
    return [...table.querySelectorAll(".middle button, .decision button, .hand button")].filter(
      (each) =>
        !each.disabled &&
        each.getAttribute("aria-disabled") !== "true" &&
        each.getAttribute("aria-busy") !== "true" &&
        each.closest("[data-aside]") === null,
    );
  },
  press(button) {
    const box = button.getBoundingClientRect();
    // Of a card in a fan the left edge is always free.
    const spots = [
      [box.left + Math.min(9, box.width / 2), box.top + box.height / 2],
      [box.left + box.width / 2, box.top + box.height / 2],
    ];
    const isFree = spots.some(([x, y]) => {
      const at = document.elementFromPoint(x, y);
      return at !== null && (button.contains(at) || at.contains(button));
    });
    if (!isFree) {
      if (button.getClientRects().length > 0) {
        button.scrollIntoView({ block: "center" });
        const again = button.getBoundingClientRect();
        const at = document.elementFromPoint(
          again.left + Math.min(9, again.width / 2),
          again.top + again.height / 2,
        );
        if (at === null || !(button.contains(at) || at.contains(button))) {
          this.covered.push(this.nameOf(button));
        }
      } else return;
    }
    this.presses += 1;
    button.click();
  },
};
