// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { copyTables } from "../../../src/dashboard/ui/copyTables.ts";

const ROW =
  '<td><label><input type="checkbox"></label></td><th><a>=Trail socks</a><span class="hint">#101</span></th>' +
  '<td class="number">-12.5%</td><td>@Fellstride</td>';

afterEach(() => document.body.replaceChildren());

/** Selects from one node to another and copies. Undefined: the browser copies. */
function copy(
  find: () => [start: Node | null | undefined, from: number, end: Node | null | undefined, to: number],
) {
  document.body.innerHTML = `<table><tbody><tr>${ROW}</tr><tr>${ROW}</tr></tbody></table>`;
  const [start, from, end, to] = find();
  if (!start || !end) throw new Error("Nothing to select.");
  const range = document.createRange();
  range.setStart(start, from);
  range.setEnd(end, to);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
  const clipboardData = new DataTransfer();
  const event = new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true });
  copyTables(event);
  if (!event.defaultPrevented) return undefined;
  return { text: clipboardData.getData("text/plain"), html: clipboardData.getData("text/html") };
}

const find = (selector: string) => document.querySelector(selector);

test("a word within a cell is copied as it is, and not as a table", () => {
  const name = () => find("th a")?.firstChild;
  expect(copy(() => [name(), 7, name(), 12])).toEqual({ text: "socks", html: "" });
  expect(copy(() => [name(), 0, name(), 12])).toEqual({ text: "=Trail socks", html: "" });
});

test("a cell whose selection ends at the start of the next one is no table either", () => {
  const copied = copy(() => [find("td.number")?.firstChild, 0, find("td.number + td"), 0]);
  expect(copied).toEqual({ text: "-12.5%", html: "" });
});

test.each(["-12.5%", "-$1,250.00", "-1.250,00\u00a0€", "-12,5\u00a0%", "+3", "–"])(
  "the number %j stays as it is in a column without a class",
  (number) => {
    const copied = copy(() => {
      const cell = find("td:last-child");
      if (cell) cell.textContent = number;
      return [find("tbody"), 0, find("tbody"), 2];
    });
    expect(copied?.text).toContain(`\t${number.replace("\u00a0", " ")}`);
  },
);

test.each(["-1+cmd|' /C calc'!A0", "@SUM(1)", "+A1", "-Fellstride", "＝1"])(
  "the text %j is guarded",
  (text) => {
    const copied = copy(() => {
      const cell = find("td:last-child");
      if (cell) cell.textContent = text;
      return [find("tbody"), 0, find("tbody"), 2];
    });
    expect(copied?.text).toContain(`\t'${text}`);
  },
);

test("formulas in cells have an apostrophe in text and HTML, as in CSV, and numbers stay numbers", () => {
  const { text, html } = copy(() => [find("tbody"), 0, find("tbody"), 2]) ?? {};
  expect(text?.trim().split(/\n+/)).toEqual(Array(2).fill("'=Trail socks\t-12.5%\t'@Fellstride"));
  expect(html).toContain("<th>'=Trail socks</th><td class=\"number\">-12.5%</td><td>'@Fellstride</td>");
});
