/** The notes, newest first. */

export interface Note {
  id: number;
  topic: Topic;
  place: string;
  author: string;
  text: string;
}

export type Topic = "running" | "ferry" | "kitchen" | "coffee" | "notebook";

export const TOPICS: Record<Topic, string> = {
  running: "On foot",
  ferry: "On the water",
  kitchen: "At the stove",
  coffee: "Before seven",
  notebook: "In the margin",
};

const LINES: [Topic, string, string, string][] = [
  [
    "running",
    "Sandholm",
    "Tom A.",
    "Post twenty-six has lost its number again. We go by the barnacles: it is the one that looks like a bishop.",
  ],
  [
    "ferry",
    "Skarvik",
    "Liv",
    "The morning boat was late because a seal was asleep on the ramp. Nobody on board thought this was a bad reason.",
  ],
  [
    "kitchen",
    "Port Ellery",
    "Odile M.",
    "If the mackerel are in, fry them in nothing. They bring their own oil and their own opinions.",
  ],
  [
    "coffee",
    "Cold Bay",
    "J. Okafor",
    "A flask is only as good as its cup. I use the lid of a paint tin and regret it in a different way each day.",
  ],
  [
    "running",
    "Marram Point",
    "Ines C.",
    "Dune running is two steps up and one back. I have started to count only the backs, and I am very fast.",
  ],
  [
    "notebook",
    "Low Hythe",
    "Peter V.",
    "My rain diary is eleven years old today. Entry one: “Wet.” Entry four thousand and sixteen: “Wetter.”",
  ],
  [
    "ferry",
    "Havørn, deck 5",
    "M. L.",
    "The library has a twelfth copy of the thriller. Somebody has torn out the last page and left a better one.",
  ],
  ["kitchen", "Sandholm", "Ruth", "Sea beet wants exactly as long in the pan as it takes to say so."],
  [
    "running",
    "Skarvik",
    "Two sisters",
    "We ran the pier and back until the harbour master asked if we had lost something. Yes, said my sister: to a girl from Bergen, in 2014.",
  ],
  [
    "coffee",
    "Breakwater kiosk",
    "Anon.",
    "She has put the price up by five pence and the cup size by one. We have decided not to mention it.",
  ],
  [
    "notebook",
    "The signal house",
    "Odile M.",
    "Found my aunt’s list for the beach, 1962: beans, slate, matches, matches, matches.",
  ],
  [
    "ferry",
    "Gannet Sound",
    "K.",
    "From the small ferry you wave at the big ferry. The big ferry does not wave, but the horse did.",
  ],
  [
    "kitchen",
    "Marram Point",
    "Bea",
    "Burnt the onions on purpose, as told. Burnt the bread by accident. The gulls make no distinction.",
  ],
  [
    "running",
    "Port Ellery",
    "Samir",
    "Sixty steps from the beach to the church. I can do it in one breath if nobody speaks to me, and somebody always does.",
  ],
  [
    "coffee",
    "Skarvik bakery",
    "Liv",
    "They light the oven at three and the sign at five, so there are two hours in which only the smell is open.",
  ],
  [
    "notebook",
    "Cold Bay",
    "J. Okafor",
    "Drew the headland every day for a month. It has not improved, but my pencil is shorter and so is my patience with clouds.",
  ],
  [
    "ferry",
    "Low Hythe",
    "Wen",
    "Missed the last boat. Missed the one after it, too, on purpose; the sky was doing something.",
  ],
  [
    "running",
    "Sandholm",
    "Minister’s owner",
    "The dog turned round at post thirty-nine today. We have put it in the book.",
  ],
];

export const NOTES: Note[] = LINES.map(([topic, place, author, text], at) => {
  return { id: LINES.length - at, topic, place, author, text };
});
