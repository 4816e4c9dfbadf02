/** Users of an account: who may sign in, invitations, roles, links for a password, and removal. */
import { useState } from "preact/hooks";
import {
  type AccountUser,
  includesRole,
  USER_ROLES,
  type UserLink,
  type UserRole,
} from "../../protocol/people.ts";
import { useDetails } from "../app/dataFrom.ts";
import { useData } from "../app/managementData.ts";
import { useLocale } from "../texts/locale.ts";
import { useMoment } from "../texts/moment.ts";
import { Choice, Field } from "../ui/fields.tsx";
import { Loading } from "../ui/Loading.tsx";
import { Secret } from "../ui/Secret.tsx";
import { useSaving } from "../ui/useSaving.ts";
import { LeaveQuestion, type Leaving } from "./LeaveQuestion.tsx";
import { PersonForm, usePersonForm } from "./PersonForm.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";
import { useExplainMail, usePeople, useUsers } from "./usePeople.ts";

/** Link for setting a password, shown once. */
interface ShownLink {
  name: string;
  link: string;
  until: string;
}

/** `account`: by default the signed-in one. */
export function Users({ account }: { account?: number }) {
  const { users: texts, secondFactor: factor } = usePeopleTexts();
  const people = usePeople();
  const list = useUsers(account);
  const saving = useSaving(texts.unsure);
  const { client, account: own, onEnter } = useData();
  const { user: self } = own.details;
  const details = useDetails(client);
  const [link, setLink] = useState<ShownLink>();
  const [leaving, setLeaving] = useState<Leaving>();
  const [done, setDone] = useState("");
  const formatMoment = useMoment();
  const explainMail = useExplainMail();
  if (!list.shown) return <Loading answers={[list]} />;
  const owners = list.shown.data.filter(({ role }) => role === "owner");
  const change = async (work: () => Promise<string>) => {
    setLink(undefined);
    setDone("");
    await saving.run(async () => setDone(await work()));
    list.ask();
  };
  /** Shows the link, or returns what became of the mail with it. */
  const showLink = (name: string, { link, mail, expires_at }: UserLink): string => {
    if (link) setLink({ name, link, until: formatMoment(expires_at) });
    return mail ? explainMail(name, mail) : "";
  };
  const end = (
    user: AccountUser,
    role: UserRole | undefined,
    ended: { tokens?: boolean; shares?: boolean },
  ) =>
    change(async () => {
      if (role) {
        await people.changeRole(user.id, { role, account, ...ended });
        // The user may have another role in an account of the network.
        if (user.id === self?.id && (account ?? own.details.id) === own.details.id) {
          onEnter({ ...own, details: { ...own.details, access: role } });
          details.ask();
        }
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
    if (leaving && ended) void end(leaving.user, leaving.role, ended);
  };
  return (
    <>
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
                onReset={() =>
                  confirm(factor.resetAsked(user.name)) &&
                  void change(async () => {
                    await people.resetSecondFactor(user.id);
                    return factor.wasReset(user.name);
                  })
                }
                onLink={() => void change(async () => showLink(user.name, await people.createLink(user.id)))}
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
        <p class="hint" role="status">
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
      </section>
      <Invitation
        account={account}
        onInvited={({ name, expires_at, ...link }) => {
          setDone(expires_at ? showLink(name, { ...link, expires_at }) : "");
          list.ask();
        }}
      />
    </>
  );
}

interface UserLineProps {
  user: AccountUser;
  /** The service keeps an owner's account from losing its last owner. */
  isLastOwner: boolean;
  onRole(role: UserRole): void;
  onRemove(): void;
  onReset(): void;
  onLink(): void;
}

function UserLine({ user, isLastOwner, onRole, onRemove, onReset, onLink }: UserLineProps) {
  const { users: texts, secondFactor: factor } = usePeopleTexts();
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
          {!isSelf && user.second_factor && (
            <button type="button" class="button" aria-label={`${factor.reset}: ${name}`} onClick={onReset}>
              {factor.reset}
            </button>
          )}
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
function useUserState({ hasPassword, link_expires_at, last_sign_in, second_factor }: AccountUser): string {
  const { users: texts, secondFactor } = usePeopleTexts();
  const formatMoment = useMoment();
  if (link_expires_at && !hasPassword) return texts.invited(formatMoment(link_expires_at));
  if (!hasPassword) return texts.noPassword;
  const signIn = last_sign_in ? texts.lastSignIn(formatMoment(last_sign_in)) : texts.neverSignedIn;
  return second_factor ? `${signIn} · ${secondFactor.has}` : signIn;
}

type Invited = AccountUser & Partial<UserLink>;
const NOBODY: { name: string; email: string; role: UserRole } = { name: "", email: "", role: "viewer" };

interface InvitationProps {
  account: number | undefined;
  onInvited(user: Invited): void;
}

function Invitation({ account, onInvited }: InvitationProps) {
  const { users: texts } = usePeopleTexts();
  const { language } = useLocale();
  const people = usePeople();
  const form = usePersonForm(NOBODY, `users new ${account}`, texts.unsure);
  const { values, set, saving } = form;
  const send = () =>
    void form.save(async () => {
      const [name, email] = [values.name.trim(), values.email.trim()];
      onInvited(await people.invite({ name, email, role: values.role, language, account }));
    });
  const field = (key: "name" | "email") => ({
    label: texts[key],
    value: values[key],
    problem: saving.problems[key],
    onInput: (value: string) => set({ [key]: value }),
    isRequired: true,
  });
  return (
    <PersonForm title={texts.invite} submit={texts.invite} saved="" {...form.card} onSubmit={send}>
      <Field {...field("name")} />
      <Field {...field("email")} hint={texts.emailHint} />
      <Choice
        label={texts.role}
        value={values.role}
        options={USER_ROLES.map((key) => ({ key, label: texts.roles[key] }))}
        onInput={(key) => set({ role: USER_ROLES.find((each) => each === key) ?? values.role })}
      />
    </PersonForm>
  );
}
