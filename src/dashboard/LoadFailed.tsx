/** A part of the dashboard itself did not come. The address has all that is shown, so nothing is lost by a reload. */
import { useLocale } from "./locale.ts";

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
