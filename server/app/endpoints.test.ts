import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpointFiles } from './endpoints.ts';

/** Changes by administrators that need no fresh sign-in, each with its reason. */
const exceptions: Record<string, string> = {
  addNote: 'gives nothing and is read by administrators alone',
  cancelImport: 'stops work that has changed nothing',
  changeResources: 'asks in the action, for deletions alone',
  checkContent: 'changes nothing',
  createImport: 'changes nothing until the import runs',
  createOnlineProduct: 'the daily work of a publisher',
  createResource: 'the daily work of a publisher',
  createUser: 'asks in the action, for administrators alone',
  duplicateResource: 'the daily work of a publisher',
  importCheckFile: 'changes a draft that no member sees',
  lookUpPortalIssuer: 'reads a public document and changes nothing',
  patchResource: 'the daily work of a publisher, kept as versions',
  previewCheckFile: 'changes nothing',
  publishCheck: 'the daily work of a publisher, kept as versions',
  recheckImport: 'changes nothing',
  resendPortalDeliveries: 'repeats messages that the receiver had',
  resendPortalDelivery: 'repeats a message that the receiver had',
  retryJob: 'repeats work that was asked for before',
  retryWaiting: 'repeats work that was asked for before',
  runImport: 'the daily work of a publisher; a file deletes nothing',
  saveCheck: 'changes a draft that no member sees',
  saveOnlineProduct: 'the daily work of a publisher',
  saveResource: 'the daily work of a publisher, kept as versions',
  saveUser: 'asks in the action, when the address changes (ACCT-03)',
  sendPortalTestEvent: 'sends nothing but the word that it is a test',
  sendTestNews: 'mails the administrator alone',
  setExtraTime: 'more time for one person, which can be set back',
  setPlanSeatPrices: 'a price that everybody sees, and that can be set back',
  setSeatPrices: 'a price that everybody sees, and that can be set back',
  startReconciliation: 'compares, and changes nothing',
  uploadFile: 'a file that no resource names gives nothing',
};

/** Filters the exports of a file, which may also be constants and functions. */
function isEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'method' in value && 'caller' in value;
}

it('PERM-05 each change by administrators that gives, takes or deletes needs a fresh sign-in', () => {
  const endpoints = Object.values(endpointFiles).flatMap((file) => Object.entries<unknown>(file).filter(isEndpoint));
  const changes = endpoints.filter(([, { caller, method }]) => caller === 'administrator' && method !== 'GET');
  const open = changes.filter(([, endpoint]) => !endpoint.needsFreshSignIn).map(([name]) => name);
  expect(open.toSorted()).toEqual(Object.keys(exceptions).toSorted());
  expect(changes.length).toBeGreaterThan(50);
});
