/** What is loaded on demand: the places beside the statistics, and the first steps of an account without numbers. */
import type { PlaceProps } from "../Shell.tsx";
import sheet from "./places.css";

export { FirstSteps } from "./FirstSteps.tsx";

export function Places({ navigation }: PlaceProps) {
  return (
    <>
      <style>{sheet}</style>
      <p>{navigation.place}</p>
    </>
  );
}
