/** The banners of a campaign: taken by drag and drop, and shown in every size that zones have. */
import { useRef, useState } from "preact/hooks";
import { StatisticsError } from "../../statistics/statistics.ts";
import { explainError } from "../errors.ts";
import { Icon } from "../Icon.tsx";
import { useLocale } from "../locale.ts";
import { baseUrl } from "../session.ts";
import { useActivity, useData } from "./data.ts";
import { type DraftCreative, isAddress } from "./draft.ts";
import { Loading } from "./Loading.tsx";
import { Field } from "./parts.tsx";
import type { Problems } from "./save.ts";
import { useTexts } from "./texts.ts";

interface CreativesProps {
  creatives: DraftCreative[];
  onChange(creatives: DraftCreative[]): void;
  problems: Problems;
  /** Only this size, where one is to be filled. */
  only?: string;
  /** What a new banner is of: shown at once where the network makes it. */
  review: DraftCreative["review"];
  canReview: boolean;
  /** Called when files begin to be uploaded and when that is over: what is saved before would lack them. */
  onUploading(isUploading: boolean): void;
}

/** The image's own address, as the dashboard reaches it. */
export const resolveImage = (image: string) => String(new URL(image.replace(/^\//, ""), baseUrl));

export function Creatives(props: CreativesProps) {
  const { creatives, onChange, problems, only, review, canReview, onUploading } = props;
  const { campaigns: texts } = useTexts();
  const activity = useActivity();
  const sizes = (activity.shown?.data.sizes ?? []).filter(({ size }) => !only || size === only);
  // Others may have been changed while files are uploaded.
  const latest = useRef(creatives);
  latest.current = creatives;
  const add = (added: Taken[]) => {
    const url = latest.current.at(-1)?.url ?? "";
    onChange([...latest.current, ...added.map((banner) => ({ ...banner, review, url }))]);
  };
  const upload = useUpload(
    sizes.map(({ size }) => size),
    add,
    onUploading,
  );
  const change = (at: number, changes: Partial<DraftCreative>) =>
    onChange(creatives.map((each, index) => (index === at ? { ...each, ...changes } : each)));
  // Which size an image is of can be said once the sizes are known.
  if (!activity.shown) return <Loading answers={[activity]} />;
  const known = new Set(sizes.map(({ size }) => size));
  const others = creatives.filter(({ size }) => !known.has(size)).map(({ size }) => ({ size, zones: 0 }));
  return (
    <div class="creatives">
      <DropArea upload={upload} />
      {problems.creatives && <p class="problem">{problems.creatives}</p>}
      <div class="sizes">
        {[...sizes, ...others].map(({ size, zones }) => {
          const own = creatives.flatMap((creative, at) => (creative.size === size ? [{ creative, at }] : []));
          return (
            <section class="size" key={size} aria-label={size}>
              <h3>
                {size} <span class="hint">{texts.zones(zones)}</span>
              </h3>
              {own.length === 0 && <Frame size={size} />}
              {own.map(({ creative, at }) => (
                <Banner
                  key={creative.id ?? creative.image}
                  creative={creative}
                  problem={problems[`variations.${at}.url`]}
                  canReview={canReview}
                  onChange={(changes) => change(at, changes)}
                  onRemove={() => onChange(creatives.filter((_, index) => index !== at))}
                />
              ))}
            </section>
          );
        })}
      </div>
    </div>
  );
}

function Frame({ size, image, alt = "" }: { size: string; image?: string; alt?: string }) {
  const { campaigns: texts } = useTexts();
  const [width = "1", height = "1"] = size.split("x");
  return (
    <div class="frame" style={{ maxWidth: `${width}px`, aspectRatio: `${width} / ${height}` }}>
      {image ? (
        <img src={resolveImage(image)} alt={alt} />
      ) : (
        <span class="visually-hidden">{texts.noBanner}</span>
      )}
    </div>
  );
}

interface BannerProps {
  creative: DraftCreative;
  problem: string | undefined;
  canReview: boolean;
  onChange(changes: Partial<DraftCreative>): void;
  onRemove(): void;
}

function Banner({ creative, problem, canReview, onChange, onRemove }: BannerProps) {
  const { campaigns: texts } = useTexts();
  const { id, name, image, size, url, active, review } = creative;
  const isOpenable = isAddress(url);
  return (
    <div class={`banner ${active ? "" : "is-archived"}`}>
      <Frame size={size} image={image} alt={name || size} />
      <Field
        label={texts.landing}
        type="url"
        value={url}
        problem={problem ?? (url && !isOpenable ? texts.wrongAddress : undefined)}
        onInput={(next) => onChange({ url: next })}
      />
      <div class="banner-foot">
        {isOpenable && (
          <a href={url} target="_blank" rel="noreferrer">
            {texts.open}
          </a>
        )}
        {review !== "approved" && <span class="state state-waiting">{texts.review[review]}</span>}
        {canReview && id !== undefined && review === "waiting" && (
          <>
            <button type="button" class="button" onClick={() => onChange({ review: "approved" })}>
              {texts.approve}
            </button>
            <button type="button" class="button" onClick={() => onChange({ review: "rejected" })}>
              {texts.reject}
            </button>
          </>
        )}
        {id === undefined ? (
          <button
            type="button"
            class="button button-plain button-icon"
            aria-label={texts.remove(name || size)}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </button>
        ) : (
          <label class="choice">
            <input
              type="checkbox"
              checked={active}
              onChange={({ currentTarget }) => onChange({ active: currentTarget.checked })}
            />
            <span>{texts.bannerOn}</span>
          </label>
        )}
      </div>
    </div>
  );
}

interface Upload {
  isBusy: boolean;
  /** A line for each file that was not taken, or that is to be known about. */
  notes: string[];
  take(files: readonly File[]): Promise<void>;
}

type Taken = Omit<DraftCreative, "url" | "review">;

function useUpload(
  sizes: readonly string[],
  onTaken: (taken: Taken[]) => void,
  onUploading: (isUploading: boolean) => void,
): Upload {
  const { management } = useData();
  const locale = useLocale();
  const { campaigns: texts } = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [notes, setNotes] = useState<string[]>([]);
  const explain = (error: unknown): string => {
    if (!(error instanceof StatisticsError)) throw error;
    if (error.status === 415) return texts.wrongType;
    return error.status === 413 ? texts.tooLarge : explainError(error, locale);
  };
  const readSizes = async () => (await management.activity()).sizes.map(({ size }) => size);
  const take = async (files: readonly File[]) => {
    setBusy(true);
    onUploading(true);
    const [taken, told]: [Taken[], string[]] = [[], []];
    let known = sizes;
    for (const file of files) {
      try {
        const stored = await management.upload(file);
        const { image, width, height, animated } = stored;
        // A zone may have been made since the sizes were read.
        if (!findSize(width, height, known)) known = await readSizes();
        const size = findSize(width, height, known);
        if (size) taken.push({ name: file.name.replace(/\.\w+$/, ""), image, size, active: true });
        else {
          const words = texts.wrongSize(`${width}x${height}`, locale.formatList([...known]));
          told.push(texts.wrongFile(file.name, words));
        }
        if (size && animated) told.push(`${file.name}: ${texts.animated}`);
      } catch (error) {
        told.push(texts.wrongFile(file.name, explain(error)));
      }
    }
    setNotes(told);
    if (taken.length > 0) onTaken(taken);
    setBusy(false);
    onUploading(false);
  };
  return { isBusy, notes, take };
}

/** The size that an image fills: its own, or half of it for screens with two pixels in one. */
function findSize(width: number, height: number, sizes: readonly string[]): string | undefined {
  return sizes.find((size) => size === `${width}x${height}` || size === `${width / 2}x${height / 2}`);
}

function DropArea({ upload }: { upload: Upload }) {
  const { campaigns: texts } = useTexts();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen by the button inside */}
      <div
        class={`drop ${isOver ? "drop-over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void upload.take([...(event.dataTransfer?.files ?? [])]);
        }}
      >
        <p>
          {texts.drop}{" "}
          <button
            type="button"
            class="button"
            disabled={upload.isBusy}
            onClick={() => input.current?.click()}
          >
            {texts.choose}
          </button>
        </p>
        <p class="hint">{upload.isBusy ? texts.uploading : texts.dropHint}</p>
        <input
          ref={input}
          type="file"
          class="visually-hidden"
          multiple
          tabIndex={-1}
          aria-label={texts.choose}
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
          onChange={({ currentTarget }) => {
            void upload.take([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
      </div>
      <div role="alert">
        {upload.notes.map((note) => (
          <p class="problem" key={note}>
            {note}
          </p>
        ))}
      </div>
    </>
  );
}
