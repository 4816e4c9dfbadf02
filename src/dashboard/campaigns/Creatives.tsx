/** Banners of a campaign: drag-and-drop upload, and a preview in every size of its zones. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Creative } from "../../protocol/management.ts";
import { StatisticsError } from "../../statistics/statistics.ts";
import { Editing } from "../app/editing.tsx";
import { useActivity, useData } from "../app/managementData.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Field } from "../ui/fields.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useExplainProblems } from "../ui/problems.ts";
import type { Problems } from "../ui/useSaving.ts";
import { CreativeImage } from "./CreativeImage.tsx";
import { CreativeReview } from "./CreativeReview.tsx";
import { findAddressProblem } from "./campaignFields.ts";
import type { CreativeValues } from "./campaignValues.ts";

interface CreativesProps {
  creatives: CreativeValues[];
  onChange(update: (creatives: CreativeValues[]) => CreativeValues[]): void;
  problems: Problems;
  /** Outcomes of the last save, by creative. */
  notes?: Problems | undefined;
  /** Size to upload; absent for any. */
  only?: string;
  /** Creatives as last saved. */
  saved?: readonly Creative[];
  /** Withdraws the waiting or rejected version of a saved creative. */
  onWithdraw?: (id: number) => void;
  /** Called when uploads start and end. Saving in between would miss them. */
  onUploading(isUploading: boolean): void;
}

export function Creatives(props: CreativesProps) {
  const { creatives, onChange, problems, notes, only, saved = [], onWithdraw, onUploading } = props;
  const { campaigns: texts } = useTexts();
  const { kind } = useData().account.details;
  const activity = useActivity();
  const sizes = (activity.shown?.data.sizes ?? []).filter(({ size }) => !only || size === only);
  // Creatives may change during an upload.
  const add = (added: Taken[]) =>
    onChange((last) => [...last, ...added.map((banner) => ({ ...banner, url: readLastUrl(last) }))]);
  const upload = useUpload(
    sizes.map(({ size }) => size),
    add,
    onUploading,
  );
  const change = (at: number, changes: Partial<CreativeValues>) =>
    onChange((last) => last.map((each, index) => (index === at ? { ...each, ...changes } : each)));
  const known = new Set(sizes.map(({ size }) => size));
  const others = creatives.filter(({ size }) => !known.has(size)).map(({ size }) => ({ size, zones: 0 }));
  return (
    <div class="stack loose">
      <Editing>
        <DropArea upload={upload} />
      </Editing>
      {kind === "advertiser" && <p class="hint">{texts.approvedFirst}</p>}
      <div class="reserved">{problems.creatives && <p class="problem">{problems.creatives}</p>}</div>
      <div class="grid coarse">
        {[...sizes, ...others].map(({ size, zones }) => {
          const own = creatives.flatMap((creative, at) => (creative.size === size ? [{ creative, at }] : []));
          const files = upload.files.filter((file) => file.size === size);
          return (
            <section class="stack tight" key={size} aria-label={size}>
              <h3>
                {size} <span class="hint">{texts.zones(zones)}</span>
              </h3>
              {own.length + files.length === 0 && <p class="hint">{texts.noBanner}</p>}
              {own.map(({ creative, at }) => (
                <Banner
                  key={creative.id ?? creative.image}
                  creative={creative}
                  problem={problems[`creatives.${at}.url`]}
                  note={notes?.[`creatives.${at}`]}
                  saved={saved.find(({ id }) => id === creative.id)}
                  onChange={(changes) => change(at, changes)}
                  onWithdraw={() => creative.id !== undefined && onWithdraw?.(creative.id)}
                  onRemove={() => onChange((last) => last.filter((_, index) => index !== at))}
                />
              ))}
              {files.map((file) => (
                <BannerPlace key={file.name} file={file} url={readLastUrl(creatives)} />
              ))}
            </section>
          );
        })}
      </div>
    </div>
  );
}

/** Default landing page of a new creative. */
const readLastUrl = (creatives: readonly CreativeValues[]) => creatives.at(-1)?.url ?? "";

/** Reserves the space of a creative during its upload, or shows why its file was refused. */
function BannerPlace({ file: { name, size = "", note }, url }: { file: ChosenFile; url: string }) {
  const ignore = () => {};
  const creative = { name, image: "", size, url, active: true };
  return (
    <div class="banner-place reserved">
      <Banner
        creative={creative}
        problem={undefined}
        note={undefined}
        saved={undefined}
        onChange={ignore}
        onWithdraw={ignore}
        onRemove={ignore}
      />
      <p class="problem" role="alert">
        {note}
      </p>
    </div>
  );
}

interface BannerProps {
  creative: CreativeValues;
  problem: string | undefined;
  note: string | undefined;
  saved: Creative | undefined;
  onChange(changes: Partial<CreativeValues>): void;
  onWithdraw(): void;
  onRemove(): void;
}

function Banner({ creative, problem, note, saved, onChange, onWithdraw, onRemove }: BannerProps) {
  const { campaigns: texts } = useTexts();
  const { id, name, image, size, url, active, animated } = creative;
  const wrong = findAddressProblem(url);
  const { url: words } = useExplainProblems()(wrong && url ? { url: wrong } : {});
  return (
    <div class={`stack tight banner ${active ? "" : "is-archived"}`}>
      <CreativeImage size={size} image={image} alt={name || size} />
      <Field
        label={texts.landing}
        type="url"
        isRequired
        hint={note ?? (animated ? texts.animated : undefined)}
        value={url}
        problem={problem ?? words}
        onInput={(next) => onChange({ url: next })}
      />
      <div class="row loose banner-foot">
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
        {!wrong && (
          <a href={url} target="_blank" rel="noreferrer">
            {texts.open}
          </a>
        )}
      </div>
      {saved && <CreativeReview creative={saved} onWithdraw={onWithdraw} />}
    </div>
  );
}

/** A file that is being uploaded, or was refused. */
interface ChosenFile {
  name: string;
  /** Zone size that the image fits; undefined if there is none. */
  size: string | undefined;
  /** Likely reason of a refusal; its space is reserved. */
  expected: string;
  /** Reason of the refusal. */
  note?: string;
}

interface Upload {
  isBusy: boolean;
  files: ChosenFile[];
  take(files: readonly File[]): Promise<void>;
}

type Taken = Omit<CreativeValues, "url">;

function useUpload(
  sizes: readonly string[],
  onTaken: (taken: Taken[]) => void,
  onUploading: (isUploading: boolean) => void,
): Upload {
  const { management } = useData();
  const locale = useLocale();
  const { campaigns: texts } = useTexts();
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const explain = (error: unknown): string => {
    if (!(error instanceof StatisticsError)) throw error;
    if (error.status === 415) return texts.wrongType;
    return error.status === 413 ? texts.tooLarge : explainError(error, locale);
  };
  const explainSize = (width: number, height: number, known: readonly string[]) =>
    texts.wrongSize(`${width}x${height}`, locale.formatList([...known]));
  const readSizes = async () => (await management.activity()).sizes.map(({ size }) => size);
  const examine = async (file: File): Promise<ChosenFile> => {
    // The service decides about files that the browser cannot decode.
    const image = await createImageBitmap(file).catch(() => undefined);
    const size = image && findSize(image.width, image.height, sizes);
    const words = image ? explainSize(image.width, image.height, sizes) : texts.wrongType;
    return { name: file.name, size, expected: texts.wrongFile(file.name, words) };
  };
  const take = async (chosen: readonly File[]) => {
    onUploading(true);
    const places = await Promise.all(chosen.map(examine));
    setFiles(places);
    const [taken, refused]: [Taken[], ChosenFile[]] = [[], []];
    let known = sizes;
    for (const [at, place] of places.entries()) {
      const refuse = (words: string) => refused.push({ ...place, note: texts.wrongFile(place.name, words) });
      try {
        const { image, width, height, animated } = await management.upload(chosen[at] as File);
        // A zone may have been created since the sizes were loaded.
        if (!findSize(width, height, known)) known = await readSizes();
        const size = findSize(width, height, known);
        const name = place.name.replace(/\.\w+$/, "");
        if (size) taken.push({ name, image, size, active: true, animated });
        else refuse(explainSize(width, height, known));
      } catch (error) {
        refuse(explain(error));
      }
    }
    setFiles(refused);
    if (taken.length > 0) onTaken(taken);
    onUploading(false);
  };
  return { isBusy: files.some(({ note }) => note === undefined), files, take };
}

/** Finds the zone size for an image: its own size, or half of it for high-density screens. */
function findSize(width: number, height: number, sizes: readonly string[]): string | undefined {
  return sizes.find((size) => size === `${width}x${height}` || size === `${width / 2}x${height / 2}`);
}

/** Stops the browser from leaving the page to open a file that is dropped beside the area. */
function useDropGuard(): void {
  useEffect(() => {
    const keepPage = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    addEventListener("dragover", keepPage);
    addEventListener("drop", keepPage);
    return () => {
      removeEventListener("dragover", keepPage);
      removeEventListener("drop", keepPage);
    };
  }, []);
}

function DropArea({ upload }: { upload: Upload }) {
  const { campaigns: texts } = useTexts();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useDropGuard();
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen by the button inside */}
      <div
        class={`stack tight drop ${isOver ? "drop-over" : ""}`}
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
        <p class="hint reserved" data-longest={texts.dropHint}>
          {upload.isBusy ? <span key="busy">{texts.uploading}</span> : <span>{texts.dropHint}</span>}
        </p>
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
        {upload.files
          .filter(({ size }) => size === undefined)
          .map(({ name, note, expected }) => (
            <p class="problem reserved" key={name} data-longest={expected}>
              <span>{note}</span>
            </p>
          ))}
      </div>
    </>
  );
}
