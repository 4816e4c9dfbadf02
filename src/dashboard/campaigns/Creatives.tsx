/** Banners of a campaign: drag-and-drop upload, and a preview in every size of its zones. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Creative } from "../../protocol/management.ts";
import { StatisticsError } from "../../statistics/statistics.ts";
import { Editing } from "../app/editing.tsx";
import { useActivity, useData } from "../app/managementData.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { bindFields, Field } from "../ui/fields.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useExplainProblems } from "../ui/problems.ts";
import type { Problems } from "../ui/useSaving.ts";
import { CreativeImage } from "./CreativeImage.tsx";
import { CreativeReview } from "./CreativeReview.tsx";
import { findAddressProblem } from "./campaignFields.ts";
import type { CreativeValues } from "./campaignValues.ts";
import { LandingField } from "./LandingField.tsx";

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
    onChange((last) => [...last, ...added.map((banner) => ({ ...banner, url: getLastUrl(last) }))]);
  const upload = useUpload(
    sizes.map(({ size }) => size),
    add,
    onUploading,
  );
  // Other creatives may be removed during the upload of an image.
  const change = (at: number, { id, image }: CreativeValues, changes: Partial<CreativeValues>) =>
    onChange((last) => {
      const isSame = (each?: CreativeValues) => each?.id === id && each?.image === image;
      const place = isSame(last[at]) ? at : last.findIndex(isSame);
      return last.map((each, index) => (index === place ? { ...each, ...changes } : each));
    });
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
                  isWhole={!only}
                  problems={selectProblems(problems, `creatives.${at}.`)}
                  onUploading={onUploading}
                  note={notes?.[`creatives.${at}`]}
                  saved={saved.find(({ id }) => id === creative.id)}
                  onChange={(changes) => change(at, creative, changes)}
                  onWithdraw={() => creative.id !== undefined && onWithdraw?.(creative.id)}
                  onRemove={() => onChange((last) => last.filter((_, index) => index !== at))}
                />
              ))}
              {files.map((file) => (
                <BannerPlace key={file.name} file={file} url={getLastUrl(creatives)} isWhole={!only} />
              ))}
            </section>
          );
        })}
      </div>
    </div>
  );
}

/** Default landing page of a new creative. */
const getLastUrl = (creatives: readonly CreativeValues[]) => creatives.at(-1)?.url ?? "";

interface BannerPlaceProps {
  file: ChosenFile;
  url: string;
  isWhole: boolean;
}

/** Reserves the space of a creative during its upload, or shows why its file was refused. */
function BannerPlace({ file: { name, size = "", note }, url, isWhole }: BannerPlaceProps) {
  const ignore = () => {};
  const creative = { name, image: "", size, url, weight: "1", active: true };
  return (
    <div class="banner-place reserved">
      <Banner
        creative={creative}
        isWhole={isWhole}
        problems={{}}
        onUploading={ignore}
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

/** Selects the problems of one creative, without the beginning of their names. */
function selectProblems(problems: Problems, start: string): Problems {
  const own = Object.entries(problems).filter(([field]) => field.startsWith(start));
  return Object.fromEntries(own.map(([field, problem]) => [field.slice(start.length), problem]));
}

interface BannerProps {
  creative: CreativeValues;
  /** Whether name, weight and image can be changed, too. */
  isWhole: boolean;
  problems: Problems;
  note: string | undefined;
  saved: Creative | undefined;
  onChange(changes: Partial<CreativeValues>): void;
  onUploading(isUploading: boolean): void;
  onWithdraw(): void;
  onRemove(): void;
}

function Banner(props: BannerProps) {
  const { creative, isWhole, problems, note, saved, onChange, onUploading, onWithdraw, onRemove } = props;
  const { campaigns: texts } = useTexts();
  const { id, name, image, size, url, active, animated } = creative;
  const wrong = findAddressProblem(url);
  const { url: words } = useExplainProblems()(wrong && url ? { url: wrong } : {});
  const input = bindFields<"name" | "url" | "weight">(creative, problems, onChange);
  return (
    <fieldset class={`stack tight group-field banner ${active ? "" : "is-archived"}`}>
      <legend class="visually-hidden">{name || size}</legend>
      <CreativeImage size={size} image={image} alt={name || size} />
      {isWhole && (
        <>
          <Editing>
            <ReplaceImage
              size={size}
              problem={problems.image ?? problems.size}
              onChange={onChange}
              onUploading={onUploading}
            />
          </Editing>
          <div class="banner-fields">
            <Field label={texts.name} {...input("name")} />
            <Field label={texts.weight} isRequired inputMode="numeric" {...input("weight")} />
          </div>
        </>
      )}
      <LandingField
        hint={note ?? (animated ? texts.animated : undefined)}
        {...input("url")}
        problem={problems.url ?? words}
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
    </fieldset>
  );
}

interface ReplaceImageProps extends Pick<BannerProps, "onChange" | "onUploading"> {
  size: string;
  problem: string | undefined;
}

/** Replaces the image by another one of the same size. */
function ReplaceImage({ size, problem, onChange, onUploading }: ReplaceImageProps) {
  const { campaigns: texts } = useTexts();
  const replace = ([taken]: Taken[]) => taken && onChange({ image: taken.image, animated: taken.animated });
  const upload = useUpload([size], replace, onUploading, true);
  return (
    <div class="row loose">
      <FileButton label={texts.replace} isDisabled={upload.isBusy} onChoose={upload.take} />
      <p class="problem" role="alert">
        {upload.files.find(({ note }) => note)?.note ?? problem}
      </p>
    </div>
  );
}

interface FileButtonProps {
  label: string;
  isMultiple?: boolean;
  isDisabled: boolean;
  onChoose(files: File[]): Promise<void>;
}

function FileButton({ label, isMultiple = false, isDisabled, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button" disabled={isDisabled} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMultiple}
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
        onChange={({ currentTarget }) => {
          void onChoose([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </>
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

/** Counts running uploads: call the setter with true at each start, and with false at each end. */
export function useUploading(): [isUploading: boolean, onUploading: (isUploading: boolean) => void] {
  const [count, setCount] = useState(0);
  return [count > 0, (isUploading) => setCount((last) => last + (isUploading ? 1 : -1))];
}

/** `isFixed`: whether only the given sizes are accepted. Otherwise, a zone of another one may have been created. */
function useUpload(
  sizes: readonly string[],
  onTaken: (taken: Taken[]) => void,
  onUploading: (isUploading: boolean) => void,
  isFixed = false,
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
    (isFixed ? texts.otherSize : texts.wrongSize)(`${width}x${height}`, locale.formatList([...known]));
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
        if (!isFixed && !findSize(width, height, known)) known = await readSizes();
        const size = findSize(width, height, known);
        const name = place.name.replace(/\.\w+$/, "");
        if (size) taken.push({ name, image, size, weight: "1", active: true, animated });
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
          <FileButton label={texts.choose} isMultiple isDisabled={upload.isBusy} onChoose={upload.take} />
        </p>
        <p class="hint reserved" data-longest={texts.dropHint}>
          {upload.isBusy ? <span key="busy">{texts.uploading}</span> : <span>{texts.dropHint}</span>}
        </p>
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
