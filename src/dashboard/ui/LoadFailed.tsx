/**
 * Shown when a part of the dashboard could not be loaded. A reload loses nothing, because the address has the whole
 * view.
 */
import { useLocale } from "../texts/locale.ts";

export function LoadFailed() {
  const { texts } = useLocale();
  return (
    <p class="problem" role="alert">
      {texts.errors.network}{" "}
      <button type="button" class="button" onClick={() => location.reload()}>
        {texts.tryAgain}
      </button>
    </p>
  );
}
