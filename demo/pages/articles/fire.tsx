import type { Article } from "../article.tsx";
import { Zone } from "../zone.tsx";

export const fire: Article = {
  path: "/kitchen/beans-on-a-driftwood-fire",
  section: "Kitchen",
  title: "Beans on a driftwood fire",
  standfirst:
    "A recipe for six people, one pot and an onshore wind. It takes three hours, of which you work for ten minutes and the fire does the rest.",
  author: "Odile Marchetti",
  minutes: 5,
  picture: {
    file: "fire.svg",
    alt: "A pot hangs from a tripod over a small fire on a beach at dusk, two enamel mugs beside it.",
    caption: "Above the tide line, below the dunes.",
  },
  body: (
    <>
      <p class="lead">
        Everything you cook on a beach will have sand in it. Accept this early. The trick is to choose a dish
        that forgives you, and nothing in the world forgives like a bean.
      </p>
      <p>
        My aunt cooked this every August on the shingle below the signal house, in a pot that had lost its lid
        before I was born. She covered it with a slate. I have a lid, and a better pot, and it has never once
        come out as well, so I now bring a slate.
      </p>
      <h2>You need</h2>
      <ul>
        <li>500 g dried white beans, soaked since the night before in the bucket you will carry them in</li>
        <li>a thick piece of smoked bacon, or a dried mushroom the size of your palm</li>
        <li>two onions, halved and not peeled; a head of garlic, likewise</li>
        <li>three tomatoes past their best, a bay leaf, a glass of whatever is open</li>
        <li>olive oil, salt, and a loaf to get the last of it out with</li>
      </ul>
      <Zone id={105} size="300x250" keywords="rainwear" target={{ edition: "members" }} />
      <h2>First the fire</h2>
      <p>
        Build it small and let it grow up. Driftwood burns fast and hot at the start, so begin an hour before
        you want to cook and feed it with the thick, dull pieces, never anything with paint on it. You are
        waiting for a bed of embers as deep as your hand is wide. If you can hold your palm over it for four
        seconds and no longer, it is ready.
      </p>
      <h2>Then nothing, for a long time</h2>
      <p>
        Put the onions cut side down in the dry pot until they are properly black. Add the oil, the bacon, the
        garlic, and count to sixty. Add the beans, the tomatoes torn in half, the bay, the wine, and water to
        cover by two fingers. Slate on. Push the pot to the edge of the embers, where it should tick rather
        than boil.
      </p>
      <blockquote>
        <p>Where it should tick rather than boil.</p>
      </blockquote>
      <p>
        Now go for a swim. Turn the pot a quarter round when you come back, and again whenever somebody asks
        if it is done. After two hours and a half it is: the beans hold their shape until you press one
        against the roof of your mouth. Salt it only now, and more than you think. Fish out the onion skins or
        let people find them.
      </p>
      <p>
        Eat from mugs. Wipe the pot with bread, then with sand, then with the sea. Bury nothing; drown the
        fire until you can lay a hand on it, and carry home the slate.
      </p>
    </>
  ),
};
