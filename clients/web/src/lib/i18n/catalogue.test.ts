import { expect, it } from "vitest";
import { Catalogue } from "./catalogue.ts";

it("a text is found in whatever topic it stands", () => {
  const texts = new Catalogue("en");
  texts.add("errors", "error-full = It is full.");
  texts.add("games/king", "king-title = King\nround = Round { $n }");
  expect(texts.text("king-title")).toBe("King");
  expect(texts.text("error-full")).toBe("It is full.");
  expect(texts.text("round", { n: 2 })).toBe("Round 2");
  expect(texts.knows("error-other")).toBe(false);
  expect(texts.text("error-other")).toBe("⟨error-other⟩");
  texts.add("late", "error-other = Something else");
  expect(texts.text("error-other")).toBe("Something else");
});

it("a text has those within it of whatever topic they are", () => {
  const texts = new Catalogue("en");
  texts.add("cards", "card-ace = ace");
  texts.add("room", "room-drew = Drawn: { card-ace }");
  expect(texts.text("room-drew")).toBe("Drawn: ace");
});

it("a topic that is no Fluent says which one it is", () => {
  const texts = new Catalogue("en");
  texts.add("one", "key = 1");
  texts.add("two", "key = 2");
  expect(() => texts.text("other")).toThrow(/two/);
});

it("keeps what is written from right to left apart from its sentence", () => {
  const texts = new Catalogue("en");
  texts.add("one", "told = { $name }: { $count }");
  expect(texts.text("told", { name: "Anna", count: 3 })).toBe("Anna: 3");
  expect(texts.text("told", { name: "\u05d3\u05e0\u05d4", count: 3 })).toBe(
    "\u2068\u05d3\u05e0\u05d4\u2069: 3",
  );
});
