import type { Article } from "../article.tsx";
import { Zone } from "../zone.tsx";

export const ferry: Article = {
  path: "/travel/the-night-ferry-north",
  section: "Travel",
  title: "The night ferry north",
  standfirst:
    "Eleven hours, four islands, one canteen. The slow boat to Skarvik has no view to speak of after nine, and people who could fly keep booking it.",
  author: "Marek Lind",
  minutes: 7,
  picture: {
    file: "ferry.svg",
    alt: "Seen over a ship’s rail at night: moonlight on the water, dark islands and the beam of a lighthouse.",
    caption: "Deck five, somewhere after the second island.",
  },
  body: (
    <>
      <p class="lead">
        You board through the car deck, past lorries full of salmon boxes and one horse, and climb until the
        smell of diesel turns into the smell of waffles. By the time the ropes are in, half the passengers
        have taken off their shoes.
      </p>
      <p>
        The <i>Havørn</i> was built for a shorter crossing and a busier decade. She has a cinema that shows
        nothing, a playroom with a rope bridge, and a library of the books people did not finish. You may take
        one if you leave one. On the evening I sailed it held eleven copies of the same thriller, all with a
        bookmark near page ninety, which is about where the swell begins.
      </p>
      <p>
        There is a plane. It takes fifty minutes and costs about as much. So I asked people in the canteen
        queue why they were here, and nobody said the view.
      </p>
      <h2>Reasons given, between nine and midnight</h2>
      <p>
        A district nurse, because it is the only night in the week on which nobody can ring her. Two cellists,
        because a cello needs a seat on the plane and a bunk on the boat. A man with a spaniel, because of the
        spaniel. A student, because you arrive at seven in the morning having already slept, “which is
        basically time travel”.
      </p>
      <Zone id={105} size="300x250" keywords="rainwear" target={{ edition: "members" }} />
      <p>
        And a retired pilot, who was delighted to be asked. “I spent thirty years trying to get people there
        before they noticed they had left,” he said. “It turns out that noticing is the good part.”
      </p>
      <p>
        After midnight the ship belongs to those who cannot sleep. They stand on deck five in the lee of the
        funnel, where the air is warm and smells like a bus station in summer, and look at the lights. There
        is one for each place where somebody lives. You can go for an hour and count four.
      </p>
      <blockquote>
        <p>It turns out that noticing is the good part.</p>
      </blockquote>
      <h2>How to do it</h2>
      <p>
        Take a cabin on the inside, below the waterline if you can. It is dark as a cupboard and the sea holds
        you still. Eat before the second island. Bring a book you mean to finish. Set an alarm for half past
        five, when the boat comes in behind the skerries and the engine drops to a murmur, and go out on the
        bow in whatever you slept in; everybody does.
      </p>
      <p>
        The town arrives slowly, first a smell of wood smoke, then a dog, then a row of yellow windows that
        turn out to be a bakery. When the ramp comes down the horse goes first. It seems to know the way.
      </p>
    </>
  ),
};
