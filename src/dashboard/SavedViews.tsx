/** Views that a person keeps by name, in this browser. */
import { Icon } from "./Icon.tsx";
import { useLocale } from "./locale.ts";
import { Popover } from "./Popover.tsx";
import type { SavedViewsPanelProps } from "./panels/SavedViewsPanel.tsx";

export function SavedViews(props: Omit<SavedViewsPanelProps, "close">) {
  const { views: texts } = useLocale().texts;
  return (
    <Popover
      title={texts.title}
      align="end"
      label={
        <>
          <Icon name="star" />
          <span>{texts.button}</span>
        </>
      }
    >
      {(panels, close) => <panels.SavedViewsPanel {...props} close={close} />}
    </Popover>
  );
}
