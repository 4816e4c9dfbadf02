/** Shows a page once its texts of people are loaded in the language. */
import type { FunctionComponent } from "preact";
import sheet from "./people.css";
import { PeopleTextsContext, useLoadedPeopleTexts } from "./peopleTexts.ts";

export function localizePeople<P extends object>(Page: FunctionComponent<P>): FunctionComponent<P> {
  return (props) => {
    const texts = useLoadedPeopleTexts();
    if (!texts) return null;
    return (
      <PeopleTextsContext.Provider value={texts}>
        <style>{sheet}</style>
        <Page {...props} />
      </PeopleTextsContext.Provider>
    );
  };
}
