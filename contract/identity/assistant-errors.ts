/** Errors of assistants; a part of errors.ts. */
export const assistantErrors = {
  'assistants.not-found': { status: 404, message: 'This assistant is not connected any more.' },
  'assistants.unknown-client': {
    status: 400,
    message: 'The portal does not know this assistant. Remove the connection in the assistant and add it again.',
  },
  'assistants.wrong-redirect': {
    status: 400,
    message:
      'The assistant asks for an answer at an address that is not registered for it. Do not go on unless its maker can explain this.',
  },
  'assistants.document-refused': {
    status: 400,
    message: 'The portal does not accept the description of this assistant: {reason}. Only its maker can change this.',
  },
  'assistants.document-unreachable': {
    status: 503,
    message: 'The portal could not read the description of this assistant. Please try again in a moment.',
  },
} as const;
