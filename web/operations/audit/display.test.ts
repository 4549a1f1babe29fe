import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/operations/audit.ts';
import { auditActions } from '#contract/operations/audit-actions.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { allEntries, auditSearch, fieldName, foundText, originText, sentenceOf } from './display.ts';

const ada = { id: 1, name: 'Ada Admin', email: 'ada@example.org' };
const james = { id: 2, name: 'James Member', email: null };

const entry: AuditEntry = {
  id: 1,
  happenedAt: '2026-11-21T12:00:00.000Z',
  actor: ada,
  key: null,
  member: james,
  action: 'create',
  object: 'grant',
  objectId: '7',
  name: 'The quiet ledger',
  changes: [],
  ipAddress: '192.0.2.1',
  device: 'Firefox on Windows',
  requestId: 'r',
};

describe('an entry’s sentence', () => {
  it('the sentence of an entry names the actor, the action and the member', () => {
    expect(sentenceOf(entry)).toBe('Ada Admin gave James Member access to “The quiet ledger”');
    expect(sentenceOf({ ...entry, object: 'block' })).toBe(
      'Ada Admin took “The quiet ledger” out of James Member’s subscription',
    );
    expect(sentenceOf({ ...entry, object: 'resource', member: null })).toBe(
      'Ada Admin added the resource “The quiet ledger”',
    );
    const role = { field: 'value', before: 'user', after: 'administrator' };
    expect(sentenceOf({ ...entry, object: 'user', action: 'set-role', changes: [role] })).toBe(
      'Ada Admin made James Member an administrator',
    );
  });

  it('ADM-34 names the API key, or the beginning of one that has ended', () => {
    const added = { ...entry, object: 'resource', member: null };
    const key = { id: 3, name: 'Catalogue sync', start: 'rapp_p_Ab3dEf9h' };
    expect(sentenceOf({ ...added, key })).toBe(
      'Ada Admin with the API key “Catalogue sync” added the resource “The quiet ledger”',
    );
    expect(sentenceOf({ ...added, key: { ...key, name: null } })).toBe(
      'Ada Admin with the API key rapp_p_Ab3dEf9h… added the resource “The quiet ledger”',
    );
  });

  it('says "their own" for the account of the actor, and leaves out an unknown owner', () => {
    const cancelled = { ...entry, object: 'subscription', action: 'cancel', name: null };
    expect(sentenceOf({ ...cancelled, member: ada })).toBe(
      'Ada Admin set their own subscription to end with its period',
    );
    expect(sentenceOf({ ...cancelled, action: 'end', actor: null })).toBe(
      'The portal ended James Member’s subscription',
    );
  });

  it('every action has a sentence, an unknown one too', () => {
    for (const object of keysOf(auditActions)) {
      for (const action of auditActions[object]) {
        expect(sentenceOf({ ...entry, object, action })).not.toContain(`${action} of ${object}`);
      }
    }
    expect(sentenceOf({ ...entry, object: 'thing', action: 'bend' })).toBe('Ada Admin: bend of thing');
  });
});

it('fields have readable names', () => {
  expect(['firstName', 'isPublished', 'amountMinor', 'resourceId'].map(fieldName)).toEqual([
    'First name',
    'Is published',
    'Amount (minor units)',
    'Resource number',
  ]);
});

it('an entry names its origin, and the list its size', () => {
  expect(originText(entry)).toBe('192.0.2.1, Firefox on Windows');
  expect(originText({ ipAddress: null, device: null })).toBeNull();
  expect([foundText(1, false), foundText(312, false), foundText(1000, true)]).toEqual([
    '1 entry',
    '312 entries',
    'More than 1,000 entries',
  ]);
});

it('invalid values in the address become the usual ones', () => {
  const said = { person: 'ada', object: 'grant', action: 'revoke', search: 'prize', from: '2026-01-01', before: '12' };
  const state = auditSearch.read(said);
  expect(state).toEqual({ ...allEntries, ...said, before: 12 });
  expect(auditSearch.query(state)).toEqual({ ...said, before: 12 });
  expect(
    auditSearch.read({
      object: 'unicorn',
      action: 'revoke',
      from: '2026-02-31',
      to: 'x',
      before: '-1',
      search: ['a', 'b'],
    }),
  ).toEqual({ ...allEntries, action: 'revoke' });
  expect(auditSearch.read({ object: 'resource', action: 'revoke' }).action).toBe('');
});
