import { endpoint } from '../endpoint.ts';
import {
  KnownTool,
  OutsideToolSession,
  SavedToolSession,
  SaveOutsideToolSession,
  ToolAccess,
  ToolChoice,
  ToolName,
  ToolToken,
  UpdateToolSession,
  ValidateToken,
} from './tools.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Opening online tools and saving what a member does in them';

const openingErrors = ['catalogue.not-found', 'access.required', 'products.not-found', 'tools.inactive'] as const;

export const generateToolToken = endpoint({
  method: 'POST',
  path: '/api/tools/generate-token',
  body: ToolChoice,
  response: ToolToken,
  caller: 'member',
  scope: 'none',
  summary: 'A short-lived token that opens an online tool the caller has access to',
  errors: openingErrors,
});

export const findTool = endpoint({
  method: 'GET',
  path: '/api/tools/named/:slug',
  params: ToolName,
  response: KnownTool,
  caller: 'member',
  scope: 'none',
  summary: 'The online product with this slug, if a resource that the caller may know leads to it',
  errors: ['products.not-found'],
});

export const openTool = endpoint({
  method: 'GET',
  path: '/api/tools/direct-access/:resourceId/:onlineProductId',
  params: ToolChoice,
  caller: 'member',
  scope: 'none',
  summary: 'Checks access and redirects to the tool with a new token',
  errors: [...openingErrors, 'request.foreign-origin'],
  status: 302,
});

export const validateToolToken = endpoint({
  method: 'POST',
  path: '/api/tools/validate-token',
  body: ValidateToken,
  response: ToolAccess,
  caller: 'member',
  scope: 'none',
  summary: "Whether the caller's token is still valid, what it is for, and what the tool saved",
  errors: ['tools.token-invalid'],
});

export const updateToolSession = endpoint({
  method: 'POST',
  path: '/api/tools/update-session',
  body: UpdateToolSession,
  response: SavedToolSession,
  caller: 'member',
  scope: 'none',
  summary: 'Saves the session of a built-in tool',
  errors: ['tools.token-invalid'],
});

export const getToolSession = endpoint({
  method: 'GET',
  path: '/api/tool-session',
  response: OutsideToolSession,
  caller: 'visitor',
  scope: 'none',
  summary: 'For outside tools, with the token as bearer: who came, and what the tool saved before',
  proof: 'toolToken',
  errors: ['tools.bearer-invalid', 'request.foreign-origin'],
});

export const saveToolSession = endpoint({
  method: 'PUT',
  path: '/api/tool-session',
  body: SaveOutsideToolSession,
  response: SavedToolSession,
  caller: 'visitor',
  scope: 'none',
  summary: 'For outside tools, with the token as bearer: saves the session and how much is done',
  proof: 'toolToken',
  errors: ['tools.bearer-invalid', 'request.foreign-origin'],
});
