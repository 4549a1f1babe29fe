import type { NewApiKey } from '#contract/identity/api-keys.ts';
import { keptWaysIn } from '#contract/identity/sign-in-ways.ts';
import { AddressHistory, type Link, type Person, privateOf } from './address-history.ts';
import { connectAssistant } from './assistants.ts';
import type { Client } from './client.ts';
import { Authenticator, addWith, signInWith } from './passkeys.ts';

/**
 * Random life of one email address. Its owner, who reads its mailbox, and a stranger with another mailbox use it in
 * turn, in every possible way.
 */
export class AddressLife extends AddressHistory {
  /** The stranger often uses the email address before its owner, and prepares the account. */
  async begin(): Promise<void> {
    const { chance } = this.world.choose;
    const [, stranger] = this.people;
    if (!chance(0.7)) return;
    await this.register(stranger);
    if (chance(0.5)) await this.switchFactorOn(stranger);
    if (chance(0.5)) await this.addPasskey(stranger);
    if (chance(0.5)) await this.makeKey(stranger);
    if (chance(0.5)) await this.addPrivateAddress(stranger);
    if (chance(0.5)) await this.signIn(stranger);
  }

  /** Runs one random step of a random person, and checks what must hold after it. */
  async step(): Promise<void> {
    const { oneOf, chance } = this.world.choose;
    const person = oneOf(this.people);
    const steps = [
      this.register,
      this.register,
      this.signIn,
      this.signIn,
      this.comeByProvider,
      this.pressVerification,
      this.resendVerification,
      this.forgot,
      this.reset,
      this.reset,
      this.changePassword,
      this.switchFactorOn,
      this.switchFactorOn,
      this.switchFactorOff,
      this.addPasskey,
      this.addPasskey,
      this.signInByPasskey,
      this.makeKey,
      this.connectAssistant,
      this.addPrivateAddress,
      this.endWays,
      ...(chance(0.5) ? [this.move, this.erase] : []),
    ];
    await oneOf(steps).call(this, person);
    await this.world.portal.runJobs();
    this.readMails();
    await this.expectOwnWaysAlone();
  }

  private async register(person: Person): Promise<void> {
    const { chance } = this.world.choose;
    const email = chance(0.7) ? this.address : person.mailbox;
    const browser = this.browserOf(person);
    const password = this.newPassword(person);
    const form = { email, password, firstName: person.name, lastName: 'Tollander' };
    const { status, body } = await browser.post<{ id: number }>('/api/register', form);
    this.tell(person, `registered ${email}: ${status}`);
    if (status !== 201) return;
    this.keepCookie(person, browser);
    const known = { holder: person, provers: new Set<Person>(), passwordOwner: person, factorOwner: null };
    this.accounts.set(body.id, known);
  }

  private async signIn(person: Person): Promise<void> {
    const email = this.world.choose.chance(0.7) ? this.address : person.mailbox;
    const browser = this.browserOf(person);
    const id = await this.tryPasswords(person, browser, email);
    this.tell(person, `signed in at ${email}: ${id}`);
    this.keepCookie(person, browser);
    if (id !== null && this.accounts.get(id)?.holder !== person)
      this.fail(`${person.name} entered ${id} by a password`);
  }

  /** Enters by the provider, whose subject belongs to the person, not to the email address. */
  private async comeByProvider(person: Person): Promise<void> {
    const browser = this.browserOf(person);
    const id = await this.enterByProvider(person, browser);
    this.tell(person, `came by the provider: ${id}`);
    this.keepCookie(person, browser);
    if (id === null) return this.noteLinked(person);
    const account = this.accounts.get(id);
    const [row] = await this.query<{ email: string }>('select email from users where id = $1', [id]);
    if (account && account.holder !== person && row?.email !== person.mailbox) {
      this.fail(`${person.name} entered ${id} by an identity`);
    }
    const { passwordOwner = null, factorOwner = null } = account ?? {};
    const provers = (account?.provers ?? new Set()).add(person);
    this.accounts.set(id, { holder: person, provers, passwordOwner, factorOwner });
  }

  /**
   * Records that the provider has proved the new email address of an account that an administrator moved. The account
   * then belongs to the person, although the second factor from before the move still asks for a code (ACCT-03).
   */
  private async noteLinked(person: Person): Promise<void> {
    const rows = await this.query<{ id: number }>(
      'select u.id from identities i join users u on u.id = i.user_id where i.subject = $1 and u.email = $2',
      [`${person.name}-${this.number}`, person.mailbox],
    );
    for (const { id } of rows) {
      const account = this.accounts.get(id);
      if (account?.holder !== null) continue;
      account.holder = person;
      account.provers.add(person);
    }
  }

  private async enterByProvider(person: Person, browser: Client): Promise<number | null> {
    const { identity } = this.world;
    const before = browser.cookies.session;
    identity.alter((claims) => ({ ...claims, sub: `${person.name}-${this.number}` }));
    await identity.come(browser, { email: person.mailbox, firstName: person.name });
    identity.alter(null);
    if (browser.cookies.session !== before) return this.accountIn(browser);
    for (const code of await this.codesOf(person)) {
      const { status, body } = await browser.post('/api/auth/google/code', { code });
      if (status === 200) return Number(body.id);
    }
    return null;
  }

  private async pressVerification(person: Person): Promise<void> {
    const [link] = this.linksOf(person, 'verify-email');
    if (!link) return;
    const id = await this.accountOfLink(link);
    const browser = this.browserOf(person);
    const { status, body } = await browser.post<{ token: string | null }>('/api/verify-email', { token: link.token });
    this.tell(
      person,
      `pressed a verification link of ${id}: ${status}${body.token ? ', with a new password to choose' : ''}`,
    );
    const account = id === null ? undefined : this.accounts.get(id);
    if (status !== 200 || !account) return;
    account.provers.add(person);
    if (!body.token) return;
    account.holder = person;
    account.passwordOwner = null;
    if (this.world.choose.chance(0.7)) {
      await this.resetBy(person, { to: link.to, page: 'reset-password', token: body.token });
    } else {
      this.links.push({ to: link.to, page: 'reset-password', token: body.token });
    }
  }

  private async resendVerification(person: Person): Promise<void> {
    const held = await this.signedIn(person);
    if (!held) return;
    const { status } = await held.browser.post('/api/user/verification-mail');
    this.tell(person, `asked for a verification mail of ${held.id}: ${status}`);
  }

  private async forgot(person: Person): Promise<void> {
    const { status } = await this.browserOf(person).post('/api/forgot-password', { email: this.address });
    this.tell(person, `forgot the password of the address: ${status}`);
  }

  private async reset(person: Person): Promise<void> {
    const { oneOf } = this.world.choose;
    const links = this.linksOf(person, 'reset-password');
    if (links.length > 0) await this.resetBy(person, oneOf(links.slice(0, 2)));
  }

  private async resetBy(person: Person, link: Link): Promise<void> {
    const id = await this.accountOfLink(link);
    const keep = this.someWays();
    const password = this.newPassword(person);
    const { status } = await this.browserOf(person).post('/api/reset-password', { token: link.token, password, keep });
    this.tell(person, `set a password of ${id} by a link, keeping ${keep.join(' and ') || 'nothing'}: ${status}`);
    const account = id === null ? undefined : this.accounts.get(id);
    if (status !== 200 || !account) return;
    account.holder = person;
    account.passwordOwner = person;
    account.provers.add(person);
  }

  private someWays(): string[] {
    return keptWaysIn.filter(() => this.world.choose.chance(0.3));
  }

  private async proofOf(person: Person, { id }: { id: number }): Promise<{ password: string; code?: string }> {
    const [row] = await this.query<{ on: boolean }>(
      'select two_factor_enabled_at is not null as on from users where id = $1',
      [id],
    );
    const secret = person.factors.at(-1)?.secret;
    const password = person.passwords.at(-1) ?? 'none';
    return row?.on && secret ? { password, code: await this.codeOf(secret) } : { password };
  }

  private async changePassword(person: Person): Promise<void> {
    const held = await this.signedIn(person);
    if (!held) return;
    const { password: currentPassword, code } = await this.proofOf(person, held);
    const newPassword = this.newPassword(person);
    const form = { currentPassword, newPassword, confirmPassword: newPassword, keep: this.someWays() };
    const { status } = await held.browser.post('/api/user/change-password', { ...form, ...(code && { code }) });
    this.tell(person, `changed the password of ${held.id}: ${status}`);
    this.keepCookie(person, held.browser);
    if (status === 200) held.account.passwordOwner = person;
  }

  private async switchFactorOn(person: Person): Promise<void> {
    const held = await this.signedIn(person);
    if (!held) return;
    const { status, body } = await held.browser.post<{ secret: string }>('/api/user/two-factor/setup');
    if (status !== 200) return;
    const code = await this.codeOf(body.secret);
    const on = await held.browser.post<{ recoveryCodes: string[] }>('/api/user/two-factor/enable', { code });
    this.tell(person, `switched the second factor of ${held.id} on: ${on.status}`);
    this.keepCookie(person, held.browser);
    if (on.status !== 200) return;
    person.factors.push({ secret: body.secret, recoveryCodes: on.body.recoveryCodes });
    held.account.factorOwner = person;
  }

  private async switchFactorOff(person: Person): Promise<void> {
    const held = await this.signedIn(person);
    if (!held) return;
    const { status } = await held.browser.post('/api/user/two-factor/disable', await this.proofOf(person, held));
    this.tell(person, `switched the second factor of ${held.id} off: ${status}`);
    this.keepCookie(person, held.browser);
  }

  private async addPasskey(person: Person): Promise<void> {
    const held = await this.signedIn(person);
    if (!held) return;
    const passkey = new Authenticator(this.world.portal.env.publicUrl);
    const { status } = await addWith(held.browser, passkey);
    this.tell(person, `added a passkey to ${held.id}: ${status}`);
    if (status === 201) person.passkeys.push(passkey);
  }

  private async signInByPasskey(person: Person): Promise<void> {
    const passkey = person.passkeys.at(-1);
    if (!passkey) return;
    const browser = this.browserOf(person);
    const { status, body } = await signInWith(browser, passkey);
    this.tell(person, `signed in by a passkey: ${status}`);
    this.keepCookie(person, browser);
    if (status === 200 && this.accounts.get(Number(body.id))?.holder !== person) {
      this.fail(`${person.name} entered ${body.id} by a passkey`);
    }
  }

  private async makeKey(person: Person): Promise<void> {
    const held = await this.signedIn(person);
    if (!held) return;
    const form = { name: 'A program', scopes: ['library:read'], expiresInDays: 90 };
    const { status, body } = await held.browser.post<NewApiKey>('/api/user/keys', form);
    this.tell(person, `made a key of ${held.id}: ${status}`);
    if (status === 201) person.programs.push(body.token);
  }

  private async connectAssistant(person: Person): Promise<void> {
    const held = await this.signedIn(person);
    if (!held) return;
    const member = Object.assign(held.browser, { userId: held.id });
    const tokens = await connectAssistant(member, this.world.portal.env.publicUrl);
    this.tell(person, `connected an assistant with ${held.id}`);
    person.programs.push(tokens.access_token, tokens.refresh_token);
  }

  /** Asks for a private address and confirms it, each of which may be refused. */
  private async addPrivateAddress(person: Person): Promise<void> {
    const held = await this.signedIn(person);
    if (!held) return;
    const path = '/api/user/private-address';
    const asked = await held.browser.put(path, { email: privateOf(person) });
    await this.world.portal.runJobs();
    this.readMails();
    const confirmed = await held.browser.post(`${path}/confirm`, { code: person.privateCode ?? 'none' });
    this.tell(person, `gave ${held.id} a private address: ${asked.status}, ${confirmed.status}`);
  }

  private async endWays(person: Person): Promise<void> {
    const { oneOf } = this.world.choose;
    const held = await this.signedIn(person);
    if (!held) return;
    const [identity] = await this.query<{ id: number }>('select id from identities where user_id = $1', [held.id]);
    const [passkey] = await this.query<{ id: number }>('select id from passkeys where user_id = $1', [held.id]);
    const found = [identity && `identities/${identity.id}`, passkey && `passkeys/${passkey.id}`].filter(Boolean);
    const path = oneOf(['devices', 'links', 'sign-ins', ...found]);
    const { status } = await held.browser.delete(`/api/user/${path}`);
    this.tell(person, `ended ${path} of ${held.id}: ${status}`);
    this.keepCookie(person, held.browser);
  }

  /** Changes the email address of an account of the life, as an administrator. */
  private async move(): Promise<void> {
    const { oneOf } = this.world.choose;
    const rows = await this.rows();
    if (rows.length === 0) return;
    const { id } = oneOf(rows);
    const email = oneOf([...this.people.map(({ mailbox }) => mailbox), `elsewhere-${id}@example.org`]);
    const user = (await this.world.administrator.get(`/api/users/${id}`)).body;
    const { status } = await this.world.administrator.put(`/api/users/${id}`, { ...user, email });
    this.done.push(`an administrator moved ${id} from ${user.email} to ${email}: ${status}`);
    const account = this.accounts.get(id);
    if (status !== 200 || !account || user.email === email) return;
    account.holder = null;
    account.passwordOwner = null;
  }

  private async erase(person: Person): Promise<void> {
    const { oneOf, chance } = this.world.choose;
    const held = await this.signedIn(person);
    const rows = await this.rows();
    const byOwn = held !== null && chance(0.5);
    const id = byOwn ? held.id : rows.length > 0 ? oneOf(rows).id : null;
    if (id === null) return;
    const { status } = byOwn
      ? await held.browser.send({ method: 'DELETE', url: '/api/user', payload: await this.proofOf(person, held) })
      : await this.world.administrator.delete(`/api/users/${id}`);
    this.tell(person, `${byOwn ? 'deleted' : 'had an administrator delete'} ${id}: ${status}`);
    if (status === 200) this.accounts.delete(id);
  }
}
