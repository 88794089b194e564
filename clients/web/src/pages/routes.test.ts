import { expect, it } from "vitest";
import { ROUTES, match } from "./routes.ts";

it.each([
  ["/", "lobby", {}],
  ["/table/a3k7qm2vzx5twd", "table", { room: "a3k7qm2vzx5twd" }],
  ["/table/a3k7qm2vzx5twd/", "table", { room: "a3k7qm2vzx5twd" }],
  ["/room/a3k7qm2vzx5twd", "room", { room: "a3k7qm2vzx5twd" }],
  ["/leaderboard/king", "leaderboard", { game: "king" }],
  ["/rules", "rules", {}],
  ["/rules/king", "rules", { game: "king" }],
  ["/replay/a%2Fb", "replay", { record: "a/b" }],
])("%s is the page %s", (path, name, params) => {
  const found = match(path);
  expect(found?.route.name).toBe(name);
  expect(found?.params).toEqual(params);
});

it.each(["/nothing", "/table", "/table/a/b", "/table/%E0%A4%A"])("%s is no page", (path) => {
  expect(match(path)).toBeNull();
});

// All code of the client is made ready for this one: more than a test's usual time.
it("loads every page", { timeout: 60_000 }, async () => {
  for (const route of ROUTES) expect((await route.load()).default).toBeTypeOf("function");
});
