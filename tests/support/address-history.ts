import { TOTP } from 'otpauth';
import { hashSecret } from '#server/platform/security/secrets.ts';
import type { Client } from './client.ts';
import type { TestIdentity } from './identity.ts';
import { Program } from './keys.ts';
import type { Chooser } from './money-lives.ts';
import { type Authenticator, signInWith } from './passkeys.ts';
import type { TestPortal } from './portal.ts';

export type Person = {
  name: string;
  /** Email address of the only mailbox that the person reads. */
  mailbox: string;
  /** Browsers of the person, signed in or not. */
  browsers: Client[];
  /** Session cookies that a browser of the person ever held. */
  cookies: Set<string>;
  passwords: string[];
  factors: { secret: string; recoveryCodes: string[] }[];
  passkeys: Authenticator[];
  /** Secrets of API keys and tokens of assistants that the person made. */
  programs: string[];
  /** Newest code that was mailed to the person's private address. */
  privateCode: string | null;
};

export type Link = { to: string; page: 'verify-email' | 'reset-password'; token: string };

type Account = {
  /**
   * Person who registered the account or proved its email address last; null after an administrator moved the account.
   */
  holder: Person | null;
  /** People who proved an email address of the account. */
  provers: Set<Person>;
  passwordOwner: Person | null;
  factorOwner: Person | null;
};

export type World = {
  portal: TestPortal;
  identity: TestIdentity;
  administrator: Client;
  choose: Chooser;
};

type Row = {
  id: number;
  email: string;
  hasPassword: boolean;
  hasFactor: boolean;
  subjects: string[];
  passkeys: string[];
  programs: string[];
  privateAddress: string | null;
  devices: string[];
  links: string[];
};

/** Address of a second mailbox of a person, at which no account is. */
export const privateOf = ({ mailbox }: Person) => `private-${mailbox}`;

let lives = 0;

/** Model of the accounts of one email address: who may enter each, and everything that each person ever had. */
export abstract class AddressHistory {
  readonly done: string[] = [];
  protected readonly number: number;
  protected readonly people: readonly [Person, Person];
  protected readonly accounts = new Map<number, Account>();
  protected readonly links: Link[] = [];
  protected readonly seenMails: number;
  protected mailsRead: number;
  protected passwords = 0;
  protected readonly world: World;

  constructor(world: World) {
    this.world = world;
    lives += 1;
    this.number = lives;
    this.people = [this.newPerson('owner'), this.newPerson('stranger')];
    this.seenMails = world.portal.sentMails.length;
    this.mailsRead = this.seenMails;
  }

  protected newPerson(name: string): Person {
    const mailbox = `${name}-${this.number}-${process.pid}@example.org`;
    const known = { passwords: [], factors: [], passkeys: [], programs: [], privateCode: null };
    return { name, mailbox, browsers: [], cookies: new Set(), ...known };
  }

  protected get address(): string {
    return this.people[0].mailbox;
  }

  protected tell(person: Person, what: string): void {
    this.done.push(`${person.name} ${what}`);
  }

  protected fail(what: string): never {
    throw new Error(`${what}, after:\n${this.done.join('\n')}`);
  }

  protected readMails(): void {
    const { sentMails } = this.world.portal;
    for (const { to, text } of sentMails.slice(this.mailsRead)) {
      const person = this.people.find((one) => to === privateOf(one));
      if (person) person.privateCode = /[A-Z0-9]{5}-[A-Z0-9]{5}/.exec(text)?.[0] ?? person.privateCode;
      const found = /\/(verify-email|reset-password)\?token=([\w-]+)/.exec(text);
      if (found) this.links.push({ to, page: found[1] as Link['page'], token: String(found[2]) });
    }
    this.mailsRead = sentMails.length;
  }

  protected query<Found extends object>(text: string, values: unknown[] = []): Promise<Found[]> {
    return this.world.portal.database.pool.query<Found>(text, values).then(({ rows }) => rows);
  }

  /** Returns a new browser of the person, or an earlier one. */
  protected browserOf(person: Person): Client {
    const { oneOf, chance } = this.world.choose;
    if (person.browsers.length > 0 && chance(0.6)) return oneOf(person.browsers);
    const browser = this.world.portal.visitor();
    person.browsers.push(browser);
    return browser;
  }

  protected keepCookie(person: Person, browser: Client): void {
    if (browser.cookies.session) person.cookies.add(browser.cookies.session);
  }

  protected async accountIn(browser: Client): Promise<number | null> {
    const { status, body } = await browser.get<{ id: number }>('/api/user');
    return status === 200 ? body.id : null;
  }

  /** Returns a browser of the person that is signed in, with its account; null without one. */
  protected async signedIn(person: Person): Promise<{ browser: Client; id: number; account: Account } | null> {
    for (const browser of person.browsers.toReversed()) {
      const id = await this.accountIn(browser);
      const account = id === null ? undefined : this.accounts.get(id);
      if (id !== null && account) return { browser, id, account };
    }
    return null;
  }

  protected newPassword(person: Person): string {
    this.passwords += 1;
    const password = `${person.name} pass phrase ${this.number} ${this.passwords}`;
    person.passwords.push(password);
    return password;
  }

  protected async codeOf(secret: string): Promise<string> {
    // A code of a time step is accepted only once, and lives advance faster than time steps.
    await this.query('update second_factors set last_step = 0');
    return new TOTP({ secret }).generate();
  }

  protected async codesOf(person: Person): Promise<string[]> {
    const codes: string[] = [];
    for (const { secret, recoveryCodes } of person.factors.slice(-2)) {
      codes.push(await this.codeOf(secret), ...recoveryCodes.slice(0, 1));
    }
    return codes;
  }

  /**
   * Tries to sign in with the last four passwords that the person knows and codes of the last two second factors.
   * @returns the id of the entered account; null if none lets the person in
   */
  protected async tryPasswords(person: Person, browser: Client, email: string): Promise<number | null> {
    for (const password of person.passwords.slice(-4)) {
      const { status, body } = await browser.post('/api/login', { email, password });
      if (status === 200) return Number(body.id);
      if (!body.twoFactorRequired) continue;
      for (const code of await this.codesOf(person)) {
        const second = await browser.post('/api/login', { email, password, code });
        if (second.status === 200) return Number(second.body.id);
      }
    }
    return null;
  }

  protected linksOf(person: Person, page: Link['page']): Link[] {
    return this.links.filter((link) => link.to === person.mailbox && link.page === page).toReversed();
  }

  protected async accountOfLink({ token }: Link): Promise<number | null> {
    const [row] = await this.query<{ id: number }>('select user_id as id from account_links where token_hash = $1', [
      hashSecret(token),
    ]);
    return row?.id ?? null;
  }

  protected rows(): Promise<Row[]> {
    return this.query<Row>(
      `select u.id, u.email, u.password_hash is not null as "hasPassword",
         u.two_factor_enabled_at is not null as "hasFactor",
         array(select subject from identities where user_id = u.id) as subjects,
         array(select encode(credential_id, 'hex') from passkeys where user_id = u.id) as passkeys,
         array(select encode(token_hash, 'hex') from api_keys where user_id = u.id
           union all select encode(token_hash, 'hex') from assistant_tokens t
             join assistant_grants g on g.id = t.grant_id where g.user_id = u.id) as programs,
         (select email from private_addresses where user_id = u.id) as "privateAddress",
         array(select encode(device_hash, 'hex') from sign_in_sessions where user_id = u.id and device_hash is not null) as devices,
         array(select encode(token_hash, 'hex') from account_links
           where user_id = u.id and used_at is null and expires_at > now() and purpose <> 'second_step') as links
       from users u where u.id = any($1) and u.deleted_at is null`,
      [[...this.accounts.keys()]],
    );
  }

  /**
   * Expects that no password, session, link, factor, passkey, identity, program, private address or known device of one
   * person opens an account of the other or locks the other out.
   */
  protected async expectOwnWaysAlone(): Promise<void> {
    for (const row of await this.rows()) {
      // Safe because `rows` finds only accounts of this map.
      const account = this.accounts.get(row.id) as Account;
      if (row.hasPassword && account.passwordOwner !== account.holder) this.fail(`${row.id} has a password of another`);
      if (!row.hasFactor) account.factorOwner = null;
      const { factorOwner, holder } = account;
      if (factorOwner && holder && factorOwner !== holder && !account.provers.has(factorOwner)) {
        this.fail(`${holder.name} is kept out of ${row.id} by a second factor of another`);
      }
      const stray = row.links.filter((hash) =>
        this.links.some(({ to, token }) => to !== row.email && hashSecret(token).toString('hex') === hash),
      );
      if (stray.length > 0) this.fail(`${row.id} has an open link that went to another address`);
      for (const other of this.people) {
        if (other === holder) continue;
        if (row.subjects.some((subject) => subject.startsWith(`${other.name}-`))) {
          this.fail(`an identity of ${other.name} leads into ${row.id}`);
        }
        if (other.passkeys.some(({ id }) => row.passkeys.includes(id.toString('hex')))) {
          this.fail(`a passkey of ${other.name} leads into ${row.id}`);
        }
        if (other.programs.some((secret) => row.programs.includes(hashSecret(secret).toString('hex')))) {
          this.fail(`a program of ${other.name} leads into ${row.id}`);
        }
        if (row.privateAddress === privateOf(other))
          this.fail(`a private address of ${other.name} leads into ${row.id}`);
        const devices = other.browsers.map(({ cookies }) => hashSecret(cookies.device ?? '').toString('hex'));
        if (row.devices.some((device) => devices.includes(device))) {
          this.fail(`a device of ${other.name} is known in ${row.id}`);
        }
      }
    }
    for (const person of this.people) {
      for (const browser of person.browsers) {
        const id = browser.cookies.session ? await this.accountIn(browser) : null;
        if (id !== null && this.accounts.get(id)?.holder !== person) this.fail(`${person.name} is in ${id}`);
      }
    }
  }

  /** Lets each person try everything that the person ever had against the accounts of the other. */
  async attack(): Promise<void> {
    for (const person of this.people) {
      for (const row of await this.rows()) {
        if (this.accounts.get(row.id)?.holder !== person) await this.attackBy(person, row);
      }
    }
  }

  protected async attackBy(person: Person, { id, email }: Row): Promise<void> {
    const { portal } = this.world;
    for (const session of person.cookies) {
      const browser = portal.visitor();
      browser.cookies.session = session;
      if ((await this.accountIn(browser)) === id) this.fail(`an old session of ${person.name} is in ${id}`);
    }
    const entered = await this.tryPasswords(person, portal.visitor(), email);
    if (entered === id) this.fail(`${person.name} entered ${id} by a password`);
    for (const passkey of person.passkeys) {
      const { status, body } = await signInWith(portal.visitor(), passkey);
      if (status === 200 && body.id === id) this.fail(`${person.name} entered ${id} by a passkey`);
    }
    for (const secret of person.programs) {
      const { status, body } = await new Program(portal.app, secret).get('/api/user');
      if (status === 200 && body.id === id) this.fail(`${person.name} read ${id} by a program`);
    }
    for (const browser of person.browsers) {
      for (const code of await this.codesOf(person)) {
        const { status, body } = await browser.post('/api/auth/google/code', { code });
        if (status === 200 && body.id === id) this.fail(`${person.name} entered ${id} by a sign-in that waited`);
      }
    }
    if (email === person.mailbox) return;
    for (const { page, token } of this.links.filter(({ to }) => to === person.mailbox)) {
      const owner = await this.accountOfLink({ to: email, page, token });
      const form = { token, password: 'a stolen pass phrase' };
      const { status } = await portal.visitor().post(`/api/${page}`, form);
      if (status === 200 && owner === id) this.fail(`${person.name} used a link of ${id}`);
    }
  }
}
