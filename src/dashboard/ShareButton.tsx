/** Ways to hand a view on. */
import { Icon } from "./Icon.tsx";
import { useLocale } from "./locale.ts";
import { Popover } from "./Popover.tsx";
import type { SharePanelProps } from "./panels/SharePanel.tsx";

export function ShareButton(props: SharePanelProps) {
  const { share: texts } = useLocale().texts;
  return (
    <Popover
      title={texts.title}
      align="end"
      label={
        <>
          <Icon name="link" />
          <span>{texts.button}</span>
        </>
      }
    >
      {(panels) => <panels.SharePanel {...props} />}
    </Popover>
  );
}
