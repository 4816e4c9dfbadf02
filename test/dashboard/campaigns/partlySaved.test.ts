import { expect, test } from "vitest";
import { NEW_CAMPAIGN, toCreativeValues } from "../../../src/dashboard/campaigns/campaignValues.ts";
import {
  addSaved,
  describeSaved,
  mergeCreatives,
  replaceSaved,
} from "../../../src/dashboard/campaigns/partlySaved.ts";
import { en } from "../../../src/dashboard/texts/managementEn.ts";

const SAVED = {
  id: 3,
  version: "2",
  name: "Sale",
  image: "/a.png",
  size: "300x250",
  url: "https://shop.example/sale",
  weight: 1,
  active: true,
  review: "approved",
} as const;
const [before] = [toCreativeValues({ ...SAVED, version: "1", url: "https://shop.example/" }, "network")];
const edited = { ...before, url: "https://shop.example/sale" };
const added = {
  name: "New",
  image: "/b.png",
  size: "300x250",
  url: "https://shop.example",
  weight: "1",
  active: true,
};

test("each edited field and creative says whether it was saved", () => {
  const saved = { ...NEW_CAMPAIGN, creatives: [before] };
  const values = { ...saved, daily: "5", dailyCap: "7", price: "2", creatives: [edited, added] };
  expect(describeSaved(values, saved, new Map([[0, SAVED]]), en)).toEqual({
    message: "Saved: Sale. Not saved: New, price, budget, impression caps.",
    notes: {
      price: "Not saved.",
      daily: "Not saved.",
      dailyCap: "Not saved.",
      "creatives.0": "Saved.",
      "creatives.1": "Not saved.",
    },
  });
});

test("saved creatives become those of the form, and keep edits made during the save", () => {
  const made = { ...SAVED, id: 4, name: "New", image: "/b.png", url: "https://shop.example/" };
  const saved = new Map([[1, made]]);
  const known = [{ ...SAVED, version: "1" }];
  expect(addSaved(known, saved)).toEqual([...known, made]);
  expect(addSaved(known, new Map([[0, SAVED]]))).toEqual([SAVED]);
  const sent = [edited, added];
  expect(replaceSaved(sent, sent, saved, "network")).toEqual([edited, toCreativeValues(made, "network")]);
  const later = { ...added, url: "https://shop.example/later" };
  expect(replaceSaved([edited, later], sent, saved, "network")[1]).toMatchObject({
    id: 4,
    url: "https://shop.example/later",
  });
});

test("each of two new creatives with one image becomes the saved one of its place", () => {
  const twin = { ...added };
  const [first, second] = [4, 5].map((id) => ({ ...SAVED, id, name: "New", image: added.image }));
  const saved = new Map([first, second].flatMap((each, at) => (each ? [[at, each] as const] : [])));
  expect(replaceSaved([added, twin], [added, twin], saved, "network").map(({ id }) => id)).toEqual([4, 5]);
});

test("a new creative whose image is replaced during the save is not created again", () => {
  const later = { ...added, image: "/c.png" };
  const saved = new Map([[0, { ...SAVED, id: 4 }]]);
  expect(replaceSaved([later], [added], saved, "network")).toMatchObject([{ id: 4, image: "/c.png" }]);
});

test("after a conflict, only this user's changes of a creative stay", () => {
  const base = { ...added, id: 1, name: "Before", weight: "1" };
  const entered = { ...base, weight: "7" };
  const theirs = { ...base, name: "Theirs", weight: "2" };
  expect(mergeCreatives([entered, added], [base], [theirs])).toEqual([{ ...theirs, weight: "7" }, added]);
});
