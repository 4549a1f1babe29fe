/** Errors of the tools for assistants; a part of errors.ts. */
export const mcpErrors = {
  'mcp.no-such-page': { status: 400, message: 'This document has {pages} pages.' },
  'mcp.page-order': { status: 400, message: 'toPage must not be before fromPage.' },
  'mcp.own-confirmation': {
    status: 403,
    message: 'This resource asks for your own confirmation. Open it in the portal and confirm it there.',
  },
  'mcp.own-check': {
    status: 403,
    message: 'This resource is completed by its knowledge check. Take the check in the portal.',
  },
  'mcp.no-plan': { status: 404, message: 'There is no plan yet. Take the readiness assessment in the portal first.' },
  'mcp.unreadable': {
    status: 409,
    message: 'The pages of this document could not be read as text now. Try again later, or open it in the portal.',
  },
  'mcp.read-enough': {
    status: 429,
    message:
      'Assistants read a part of a document in an hour, and this part is read. Try again within an hour, or read on in the portal.',
  },
} as const;
