import { InvalidArgumentError } from "commander";

/** Parser of a command line argument that is a whole number, for Commander. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    const range = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of at least ${min}`;
    throw new InvalidArgumentError(`Expected a whole number ${range}.`);
  };
}
