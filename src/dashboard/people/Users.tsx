/** Users of an account: who may sign in, invitations, roles, links for a password, and removal. */
import { useRef, useState } from "preact/hooks";
import { type AccountUser, includesRole, USER_ROLES, type UserRole } from "../../protocol/people.ts";
import { useData } from "../app/managementData.ts";
import { useLocale } from "../texts/locale.ts";
import { Choice, Field } from "../ui/fields.tsx";
import { Loading } from "../ui/Loading.tsx";
import { type Saving, useSaving } from "../ui/useSaving.ts";
import { LeaveQuestion, type Leaving } from "./LeaveQuestion.tsx";
import { PersonForm } from "./PersonForm.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";
import { Secret } from "./Secret.tsx";
import { useFormatTime, usePeople, useUsers } from "./usePeople.ts";
import { useRefreshAccount } from "./useRefreshAccount.ts";

/** Link for setting a password, shown once. */
interface ShownLink {
  name: string;
  link: string;
  until: string;
}

/** `account`: by default the signed-in one. */
export function Users({ account }: { account?: number }) {
  const { users: texts } = usePeopleTexts();
  const people = usePeople();
  const list = useUsers(account);
  const saving = useSaving(texts.unsure);
  const refresh = useRefreshAccount();
  const { user: self } = useData().account.details;
  const status = useRef<HTMLParagraphElement>(null);
  const [link, setLink] = useState<ShownLink>();
  const [leaving, setLeaving] = useState<Leaving>();
  const [done, setDone] = useState("");
  const formatTime = useFormatTime();
  if (!list.shown) return <Loading answers={[list]} />;
  const owners = list.shown.data.filter(({ role }) => role === "owner");
  const change = async (work: () => Promise<string>) => {
    setLink(undefined);
    setDone("");
    await saving.run(async () => setDone(await work()));
    list.ask();
  };
  const showLink = (name: string, { link, expires_at }: { link: string; expires_at: string }) =>
    setLink({ name, link, until: formatTime(expires_at) });
  const end = (
    user: AccountUser,
    role: UserRole | undefined,
    ended: { tokens?: boolean; shares?: boolean },
  ) =>
    change(async () => {
      if (role) {
        await people.changeRole(user.id, { role, account, ...ended });
        if (user.id === self?.id) await refresh();
        return texts.changed(user.name, texts.roles[role]);
      }
      await people.remove(user.id, { account, ...ended });
      return texts.removed(user.name);
    });
  /** Asks first, with what the user made and may lose. */
  const ask = (user: AccountUser, role?: UserRole) =>
    void saving.run(async () => {
      const isRaise = role !== undefined && includesRole(role, user.role);
      const made = isRaise ? { tokens: [], shares: [] } : await people.made(user.id, { account });
      setLeaving({ user, made, isRaise, ...(role && { role }) });
    });
  const answer = (ended?: { tokens: boolean; shares: boolean }) => {
    setLeaving(undefined);
    // The pressed button is removed with the question.
    status.current?.focus();
    if (leaving && ended) void end(leaving.user, leaving.role, ended);
  };
  return (
    <section class="card stack" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p class="hint">{texts.roleHint}</p>
      {list.shown.data.length === 0 && <p>{texts.none}</p>}
      <ul class="stack log people">
        {list.shown.data.map((user) => (
          <li key={user.id} class="stack tight">
            <UserLine
              user={user}
              isLastOwner={user.role === "owner" && owners.length === 1 && user.id === self?.id}
              onRole={(role) => ask(user, role)}
              onRemove={() => ask(user)}
              onLink={() =>
                void change(async () => {
                  showLink(user.name, await people.createLink(user.id));
                  return "";
                })
              }
            />
            {leaving?.user.id === user.id && (
              <LeaveQuestion key={leaving.role} leaving={leaving} onAnswer={answer} />
            )}
          </li>
        ))}
      </ul>
      <p class="problem" role="alert">
        {Object.values(saving.problems)[0] ?? saving.message}
      </p>
      <p class="hint" role="status" ref={status} tabIndex={-1}>
        {done}
      </p>
      {link && (
        <Secret
          label={texts.link(link.name)}
          hint={texts.linkHint(link.until)}
          copyLabel={texts.copyLink}
          text={link.link}
        />
      )}
      <Invitation
        account={account}
        onInvited={({ name, link, expires_at }) => {
          setDone("");
          if (link && expires_at) showLink(name, { link, expires_at });
          list.ask();
        }}
      />
    </section>
  );
}

interface UserLineProps {
  user: AccountUser;
  /** The service keeps an owner's account from losing its last owner. */
  isLastOwner: boolean;
  onRole(role: UserRole): void;
  onRemove(): void;
  onLink(): void;
}

function UserLine({ user, isLastOwner, onRole, onRemove, onLink }: UserLineProps) {
  const { users: texts } = usePeopleTexts();
  const isSelf = useData().account.details.user?.id === user.id;
  const { name, email, username, role, declared } = user;
  const state = useUserState(user);
  return (
    <div class="row loose">
      <span class="person">
        <b>{name}</b>
        {isSelf && ` (${texts.you})`} <span class="hint">{[email ?? username, state].join(" · ")}</span>
      </span>
      {declared ? (
        <span class="hint">
          {texts.roles[role]}, {texts.declared}
        </span>
      ) : (
        <>
          <select
            aria-label={`${texts.role}: ${name}`}
            value={role}
            disabled={isLastOwner}
            onChange={({ currentTarget }) => {
              const chosen = USER_ROLES.find((each) => each === currentTarget.value);
              // The list shows the new role once it is stored.
              currentTarget.value = role;
              if (chosen) onRole(chosen);
            }}
          >
            {USER_ROLES.map((each) => (
              <option key={each} value={each}>
                {texts.roles[each]}
              </option>
            ))}
          </select>
          {!isSelf && (
            <button type="button" class="button" aria-label={`${texts.newLink}: ${name}`} onClick={onLink}>
              {texts.newLink}
            </button>
          )}
          {!isLastOwner && (
            <button type="button" class="button" aria-label={`${texts.remove}: ${name}`} onClick={onRemove}>
              {texts.remove}
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** Says when the user signed in last, or why the user cannot sign in yet. */
function useUserState({ hasPassword, link_expires_at, last_sign_in }: AccountUser): string {
  const { users: texts } = usePeopleTexts();
  const formatTime = useFormatTime();
  if (link_expires_at && !hasPassword) return texts.invited(formatTime(link_expires_at));
  if (!hasPassword) return texts.noPassword;
  return last_sign_in ? texts.lastSignIn(formatTime(last_sign_in)) : texts.neverSignedIn;
}

type Invited = AccountUser & { link?: string; expires_at?: string };
const NOBODY = { name: "", email: "", role: "viewer" as UserRole };

interface InvitationProps {
  account: number | undefined;
  onInvited(user: Invited): void;
}

function Invitation({ account, onInvited }: InvitationProps) {
  const { users: texts } = usePeopleTexts();
  const { language } = useLocale();
  const people = usePeople();
  const saving: Saving = useSaving(texts.unsure);
  const [values, setValues] = useState(NOBODY);
  const { name, email, role } = values;
  const send = () =>
    void saving.run(async () => {
      onInvited(
        await people.invite({ ...values, name: name.trim(), email: email.trim(), language, account }),
      );
      setValues(NOBODY);
    });
  const field = (key: "name" | "email") => ({
    label: texts[key],
    value: values[key],
    problem: saving.problems[key],
    onInput: (value: string) => setValues((last) => ({ ...last, [key]: value })),
    isRequired: true,
  });
  return (
    <PersonForm
      title={texts.invite}
      submit={texts.invite}
      isEdited={name !== "" || email !== ""}
      saving={saving}
      onSubmit={send}
    >
      <Field {...field("name")} />
      <Field {...field("email")} hint={texts.emailHint} />
      <Choice
        label={texts.role}
        value={role}
        options={USER_ROLES.map((key) => ({ key, label: texts.roles[key] }))}
        onInput={(key) =>
          setValues((last) => ({ ...last, role: USER_ROLES.find((each) => each === key) ?? role }))
        }
      />
    </PersonForm>
  );
}
