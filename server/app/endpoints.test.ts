import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpointFiles } from './endpoints.ts';

/** Reason for calls with which publishers work: asking for a fresh sign-in would interrupt them many times a day. */
const publishing = 'the daily work of a publisher, of which the audit log keeps what was before';

/** Changes by administrators that need no fresh sign-in, each with its reason. */
const exceptions: Record<string, string> = {
  addNote: 'gives nothing and is read by administrators alone',
  cancelImport: 'stops work that has changed nothing',
  changeResources: 'asks in the action, for deletions alone',
  checkContent: 'changes nothing',
  createImport: 'changes nothing until the import runs',
  createOnlineProduct: publishing,
  createResource: publishing,
  createUser: 'asks in the action, for administrators alone',
  duplicateResource: publishing,
  importCheckFile: 'changes a draft that no member sees',
  lookUpPortalIssuer: 'reads a public document and changes nothing',
  patchResource: `${publishing}; kept as versions`,
  previewCheckFile: 'changes nothing',
  publishCheck: `${publishing}; kept as versions`,
  recheckImport: 'changes nothing',
  resendPortalDeliveries: 'repeats messages that the receiver had',
  resendPortalDelivery: 'repeats a message that the receiver had',
  retryJob: 'repeats work that was asked for before',
  retryWaiting: 'repeats work that was asked for before',
  runImport: `${publishing}; a file deletes nothing`,
  saveCheck: 'changes a draft that no member sees',
  saveOnlineProduct: publishing,
  saveResource: `${publishing}; kept as versions`,
  saveUser: 'asks in the action, when the address changes (ACCT-03)',
  sendPortalTestEvent: 'sends nothing but the word that it is a test',
  sendTestNews: 'mails the administrator alone',
  setExtraTime: 'more time for one person, which can be set back',
  setPlanSeatPrices: 'a price that everybody sees, and that can be set back',
  setSeatPrices: 'a price that everybody sees, and that can be set back',
  startReconciliation: 'compares, and changes nothing',
  uploadFile: 'a file that no resource names gives nothing',
};

/** Whether an export of a file is an endpoint; others are constants and functions. */
function isEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'method' in value && 'caller' in value;
}

/** Changes in an organisation that need no fresh sign-in, each with its reason. */
const exceptionsOfOrganisations: Record<string, string> = {
  acceptJoinRequest: 'lets in a learner, who can be removed again',
  addDomain: 'counts for nothing until the domain is proven',
  answerRound: 'a person’s own answers',
  assignLearning: 'the daily work of a manager',
  assignSeats: 'the daily work of a manager',
  cancelSeatOrder: 'ends with the period, and can be ordered again',
  changeDueDay: 'the daily work of a manager',
  changeDueDays: 'the daily work of a manager',
  changeRoundPlan: 'the daily work of a manager',
  changeSeats: 'shown with its price before, and changed back by the same call',
  checkDomain: 'needs the proof of the domain',
  closeRound: 'the daily work of a manager',
  declineJoinRequest: 'a person can be invited all the same',
  emailDomainCode: 'mails the postmaster of the domain alone',
  endAssignment: 'the daily work of a manager; completions stay',
  endAssignments: 'the daily work of a manager; completions stay',
  giveFurtherAttempts: 'the daily work of a manager',
  invitePeople: 'asks in the action, for owners and managers alone',
  joinOrganisation: 'a person’s own decision',
  lookUpCompanyIssuer: 'reads a public document and changes nothing',
  orderSeats: 'is paid, or waits within the credit limit',
  renameOrganisation: 'can be set back, and ends an administrator’s confirmation',
  resendDeliveries: 'repeats messages that the receiver had',
  resendDelivery: 'repeats a message that the receiver had',
  resendInvitation: 'repeats what was confirmed',
  sendTestEvent: 'sends nothing but the word that it is a test',
  setJoining: 'lets in learners with a proven address, who can be removed again',
  startRound: 'the daily work of a manager',
  takeBackSeat: 'the daily work of a manager',
  withdrawInvitation: 'a person can be invited again',
};

it('PERM-05 each change in an organisation that gives or takes power needs a fresh sign-in', () => {
  const changes = Object.values(endpointFiles)
    .flatMap((file) => Object.entries<unknown>(file).filter(isEndpoint))
    .filter(
      ([, { caller, method, path }]) =>
        caller === 'member' && method !== 'GET' && path.startsWith('/api/organisations/:id'),
    );
  const open = changes.filter(([, endpoint]) => !endpoint.needsFreshSignIn).map(([name]) => name);
  expect(open.toSorted()).toEqual(Object.keys(exceptionsOfOrganisations).toSorted());
  expect(changes.length).toBeGreaterThan(40);
});

it('PERM-05 each change by administrators that gives, takes or deletes needs a fresh sign-in', () => {
  const endpoints = Object.values(endpointFiles).flatMap((file) => Object.entries<unknown>(file).filter(isEndpoint));
  const changes = endpoints.filter(([, { caller, method }]) => caller === 'administrator' && method !== 'GET');
  const open = changes.filter(([, endpoint]) => !endpoint.needsFreshSignIn).map(([name]) => name);
  expect(open.toSorted()).toEqual(Object.keys(exceptions).toSorted());
  expect(changes.length).toBeGreaterThan(50);
});
