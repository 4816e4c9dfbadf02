/**
 * Copies tables as rows of values: one line for each row, without hints and words for screen readers only. What is
 * selected within one cell is copied as text.
 */
import { guardFormulas } from "../../protocol/csv.ts";

const HIDDEN = ".visually-hidden, .open-page, svg, colgroup";
/** Number, amount, percentage or change. */
const NUMBER = /^[-+]?[\p{Sc}\d.,’\s]+%?$/u;
const BOXES = ":is(td, th):has([type=checkbox])";

export function copyTables(event: ClipboardEvent): void {
  // A field copies its own selection, while cells may be selected beside it.
  if (event.target instanceof Element && event.target.closest("input, textarea")) return;
  const selection = getSelection();
  if (!event.clipboardData || !selection || selection.isCollapsed) return;
  const box = document.createElement("div");
  const ranges = Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at));
  const isInCell = ranges.length === 1 && ranges.some(findCell);
  for (const range of ranges) box.append(isInCell ? range.cloneContents() : cloneWithCell(range));
  if (!isInCell && !box.querySelector("td, th")) return;
  for (const hidden of box.querySelectorAll(HIDDEN)) hidden.remove();
  for (const arrow of box.querySelectorAll(".change .arrow-down")) arrow.replaceWith("-");
  // Only rendered text has the breaks between blocks.
  box.className = "visually-hidden";
  document.body.append(box);
  const html = isInCell ? undefined : layOutRows(box);
  const text = isInCell ? box.innerText.trim() : box.innerText;
  box.remove();
  if (!text.trim()) return;
  event.clipboardData.setData("text/plain", text);
  if (html) event.clipboardData.setData("text/html", html);
  event.preventDefault();
}

/** Turns the rows into lines. Returns the table as HTML, unless only one cell has a text: a click can select its end. */
function layOutRows(box: HTMLElement): string | undefined {
  // Without a row: cells of one row are selected.
  if (!box.querySelector("tr")) wrapInRow(box);
  dropCheckBoxes(box);
  const rows = [...box.querySelectorAll("tr")];
  for (const cell of box.querySelectorAll<HTMLElement>("td, th")) cell.replaceChildren(readCell(cell));
  for (const row of rows) if (!row.innerText.trim()) row.remove();
  alignFirst(rows);
  const filled = rows.flatMap(({ cells }) => [...cells]).filter(({ innerText }) => innerText.trim());
  const html = box.querySelector("table") ? box.innerHTML : `<table>${box.innerHTML}</table>`;
  for (const row of rows) replaceByLine(row);
  return filled.length > 1 ? html : undefined;
}

function findCell({ commonAncestorContainer: parent }: Range): Element | undefined {
  return (parent instanceof Element ? parent : parent.parentElement)?.closest("td, th") ?? undefined;
}

/** Clones what a range contains, with the cell around it. */
function cloneWithCell(range: Range): Node {
  const content = range.cloneContents();
  const cell = findCell(range);
  if (!cell) return content;
  const copy = cell.cloneNode();
  copy.appendChild(content);
  return copy;
}

function wrapInRow(box: HTMLElement): void {
  const row = document.createElement("tr");
  row.append(...box.childNodes);
  box.append(row);
}

/** Removes the column of check boxes, which the heading of the totals covers, too. */
function dropCheckBoxes(box: HTMLElement): void {
  const boxes = box.querySelectorAll(BOXES);
  for (const cell of boxes) cell.remove();
  if (boxes.length > 0)
    for (const cell of box.querySelectorAll<HTMLTableCellElement>("[colspan]")) cell.colSpan -= 1;
}

/** Hints stay only in a cell that has nothing else. Numbers stay plain, as in CSV files. */
function readCell(cell: HTMLElement): string {
  const read = () => cell.innerText.replace(/\s+/g, " ").trim();
  const whole = read();
  const hints = cell.querySelectorAll(".hint");
  for (const hint of hints) hint.remove();
  const text = (hints.length > 0 && read()) || whole;
  return NUMBER.test(text) ? text : guardFormulas(text);
}

/** A selection can start in the middle of its first row. */
function alignFirst(rows: readonly HTMLTableRowElement[]): void {
  const counts = rows.map(({ cells }) => [...cells].reduce((sum, { colSpan }) => sum + colSpan, 0));
  const missing = Math.max(0, ...counts) - (counts[0] ?? 0);
  if (missing > 0) rows[0]?.prepend(...Array.from({ length: missing }, () => document.createElement("td")));
}

function replaceByLine(row: HTMLTableRowElement): void {
  const line = document.createElement("pre");
  line.textContent = [...row.cells]
    .map((cell) => cell.innerText + "\t".repeat(cell.colSpan - 1))
    .join("\t")
    .trimEnd();
  row.replaceWith(line);
}
