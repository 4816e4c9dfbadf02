/** Settings of the signed-in user's second factor: set-up, recovery codes, switching off. */
import { useRef, useState } from "preact/hooks";
import type { SecondFactorSetup, SignedInUser } from "../../protocol/people.ts";
import { expectObject } from "../../statistics/body.ts";
import { findAnswers } from "../app/answers.ts";
import { createLazy } from "../app/createLazy.ts";
import { useData } from "../app/managementData.ts";
import { readSession } from "../app/session.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Icon } from "../ui/Icon.tsx";
import { saveFile } from "../ui/saveFile.ts";
import { useFocus } from "../ui/useFocus.ts";
import { type Saving, useSaving } from "../ui/useSaving.ts";
import { CodeField } from "./CodeField.tsx";
import { NotedPassword } from "./NotedPassword.tsx";
import { PersonForm, useUnsaved } from "./PersonForm.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";
import { useOwnUser } from "./useOwnUser.ts";

const PATH = "/v2/user/second-factor";
const useQrCode = createLazy(() => import("./QrCode.tsx"));

export function SecondFactor() {
  const { secondFactor: texts } = usePeopleTexts();
  const { kind, access } = useData().account.details;
  const { user } = useOwnUser();
  const [setup, setSetup] = useState<SecondFactorSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { recovery_codes_left: left = 0 } = user ?? {};
  const isNeeded = kind === "network" && access === "owner";
  const confirmed = (made: readonly string[]) => {
    setSetup(undefined);
    setCodes(made);
  };
  if (user?.second_factor) return <Change codes={codes} left={left} onCodes={setCodes} />;
  if (setup) return <Confirmation setup={setup} onConfirmed={confirmed} />;
  return <Begin hint={isNeeded ? texts.networkHint : texts.hint} onBegun={setSetup} />;
}

/** Sends requests of the second factor, and shows their outcome in the account's details. */
function useFactor() {
  const { client, account, onEnter } = useData();
  const { user: current = NOBODY, ask } = useOwnUser();
  return {
    post: async (path: string, body: object) =>
      expectObject((await client.request({ method: "POST", path: PATH + path, body })) ?? {}),
    /** `answer`: with a new session, if the request ended the current one. */
    show: (left: number | undefined, answer?: unknown) => {
      const { second_factor: _, recovery_codes_left: __, ...rest } = current;
      const factor = left === undefined ? {} : ({ second_factor: true, recovery_codes_left: left } as const);
      const user = { ...rest, ...factor };
      const known = findAnswers(client).read("details");
      if (known.data) known.data = { ...known.data, user };
      const details = { ...account.details, user };
      onEnter({ ...account, ...(answer !== undefined && readSession(answer)), details });
      ask();
    },
  };
}
const NOBODY: SignedInUser = { id: 0, name: "", accounts: [] };

interface BeginProps {
  hint: string;
  onBegun(setup: SecondFactorSetup): void;
}

function Begin({ hint, onBegun }: BeginProps) {
  const { settings, secondFactor: texts } = usePeopleTexts();
  const { post } = useFactor();
  const saving = useSaving();
  const [password, setPassword] = useState("");
  useUnsaved(password !== "");
  const begin = () =>
    void saving.run(async () => {
      const { secret, uri, setup } = expectObject((await post("", { password })).result);
      onBegun({ secret: String(secret), uri: String(uri), setup: String(setup) });
    });
  return (
    <PersonForm title={texts.title} submit={texts.begin} saved="" saving={saving} onSubmit={begin}>
      <p class="hint">{hint}</p>
      <OwnPasswordField label={settings.current} value={password} saving={saving} onInput={setPassword} />
    </PersonForm>
  );
}

interface ConfirmationProps {
  setup: SecondFactorSetup;
  onConfirmed(codes: readonly string[]): void;
}

function Confirmation({ setup: { secret, uri, setup }, onConfirmed }: ConfirmationProps) {
  const { secondFactor: texts } = usePeopleTexts();
  const { post, show } = useFactor();
  const { module } = useQrCode();
  const saving = useSaving();
  const [otp, setOtp] = useState("");
  useUnsaved(otp !== "");
  const field = useRef<HTMLInputElement>(null);
  useFocus(() => field.current, []);
  const confirm = () =>
    void saving.run(async () => {
      const answer = await post("/confirm", { setup, otp });
      const codes = readCodes(answer);
      onConfirmed(codes);
      show(codes.length, answer);
    });
  return (
    <PersonForm title={texts.title} submit={texts.confirm} saved="" saving={saving} onSubmit={confirm}>
      <p>{texts.scan}</p>
      <div class="row loose">
        <div class="qr-code">{module && <module.QrCode text={uri} label={texts.qrCode} />}</div>
        <div class="stack tight secret">
          <span>{texts.secret}</span>
          <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
          <div class="row">
            <CopyButton label={texts.copySecret} createText={() => secret} />
          </div>
        </div>
      </div>
      <CodeField
        label={texts.code}
        value={otp}
        problem={saving.problems.otp}
        onInput={setOtp}
        isNumeric
        inputRef={field}
      />
    </PersonForm>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { secondFactor: texts } = usePeopleTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useFocus(() => heading.current, [codes]);
  const createText = () => `${codes.join("\n")}\n`;
  return (
    <div class="question stack tight">
      <h3 ref={heading} tabIndex={-1}>
        {texts.codes}
      </h3>
      <p role="status">{texts.codesHint}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row">
        <CopyButton label={texts.copyCodes} createText={createText} />
        <button
          type="button"
          class="button"
          onClick={() => saveFile([createText()], "text/plain", "zonetag-recovery-codes.txt")}
        >
          <Icon name="download" />
          {texts.saveCodes}
        </button>
      </div>
    </div>
  );
}

interface ChangeProps {
  /** New recovery codes, which are shown once. */
  codes: readonly string[] | undefined;
  /** Number of unused recovery codes. */
  left: number;
  onCodes(codes: readonly string[] | undefined): void;
}

/** Asks for password and code before new recovery codes, and before switching off. */
function Change({ codes: shown, left, onCodes }: ChangeProps) {
  const { settings, secondFactor: texts } = usePeopleTexts();
  const { post, show } = useFactor();
  const saving = useSaving();
  const [action, setAction] = useState<"codes" | "off">();
  const [values, setValues] = useState({ password: "", otp: "" });
  useUnsaved(values.password !== "" || values.otp !== "");
  const begin = (next: typeof action) => {
    saving.clear();
    setValues({ password: "", otp: "" });
    setAction(next);
  };
  const send = () =>
    void saving.run(async () => {
      const { result } = await post(`/${action}`, values);
      begin(undefined);
      if (action === "off") {
        onCodes(undefined);
        return show(undefined);
      }
      const codes = readCodes(result);
      onCodes(codes);
      show(codes.length);
    });
  return (
    <>
      <section class="card stack" aria-label={texts.title}>
        <h2>{texts.title}</h2>
        <p>{texts.isOn(left)}</p>
        {shown && <RecoveryCodes codes={shown} />}
        <div class="row">
          <button type="button" class="button" onClick={() => begin("codes")}>
            {texts.newCodes}
          </button>
          <button type="button" class="button" onClick={() => begin("off")}>
            {texts.off}
          </button>
        </div>
      </section>
      {action && (
        <PersonForm
          title={texts[ACTIONS[action]]}
          submit={texts[ACTIONS[action]]}
          saved=""
          saving={saving}
          onSubmit={send}
        >
          <OwnPasswordField
            label={settings.current}
            value={values.password}
            saving={saving}
            onInput={(password) => setValues((last) => ({ ...last, password }))}
          />
          <CodeField
            label={texts.code}
            hint={texts.orRecovery}
            value={values.otp}
            problem={saving.problems.otp}
            onInput={(otp) => setValues((last) => ({ ...last, otp }))}
          />
        </PersonForm>
      )}
    </>
  );
}
const ACTIONS = { codes: "newCodes", off: "off" } as const;

interface OwnPasswordFieldProps {
  label: string;
  value: string;
  saving: Saving;
  onInput(value: string): void;
}

function OwnPasswordField({ saving, ...field }: OwnPasswordFieldProps) {
  return <NotedPassword {...field} autocomplete="current-password" problem={saving.problems.password} />;
}

function readCodes(answer: unknown): string[] {
  const { recovery_codes: codes } = expectObject(answer);
  return Array.isArray(codes) ? codes.map(String) : [];
}
