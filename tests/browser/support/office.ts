import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import type { ResourceForm } from '#contract/catalogue/publishing-forms.ts';
import { signInAsAdministrator } from './people.ts';

type Metadata = ResourceForm['metadata'];

/** Resource as clients of the API send it, some of them without texts for the slides. */
export type NewResource = Partial<Omit<ResourceForm, 'metadata'>> & {
  metadata?: Omit<Metadata, 'slideshowTexts'> & Partial<Metadata>;
  partIds?: number[];
  path?: object;
  includesLaterParts?: boolean;
};

/** File for a form or for the API, in Playwright's format. */
export type GivenFile = { name: string; mimeType: string; buffer: Buffer };

/** The administrator's work through the API. */
export type Office = {
  /** Adds a resource: a published free report with a unique title, unless the fields say otherwise. */
  addResource(fields?: NewResource): Promise<Resource>;
  /**
   * Stores a file.
   * @returns the URL that resources name it by
   */
  upload(file: GivenFile): Promise<string>;
  getResource(id: number): Promise<Resource>;
  /** Confirms an organisation, which can then order by invoice. */
  confirm(organisationId: number): Promise<void>;
};

/** Signs `request` in as the administrator. */
export async function openOffice(request: APIRequestContext): Promise<Office> {
  await signInAsAdministrator(request);
  return {
    addResource: async (fields) => {
      const data = {
        type: 'report',
        accessType: 'free',
        title: newTitle('A report'),
        description: 'Written for a test.',
        isPublished: true,
        ...fields,
      };
      const reply = await request.post('/api/admin/resources', { data });
      await expect(reply).toBeOK();
      return reply.json();
    },
    upload: async (file) => {
      const reply = await request.post('/api/admin/upload', { multipart: { file } });
      await expect(reply).toBeOK();
      const { fileUrl } = await reply.json();
      return fileUrl;
    },
    getResource: async (id) => (await request.get(`/api/resources/${id}`)).json(),
    confirm: async (organisationId) => {
      const path = `/api/admin/organisations/${organisationId}`;
      const { name } = await (await request.get(path)).json();
      await expect(await request.put(`${path}/confirmation`, { data: { isConfirmed: true, name } })).toBeOK();
    },
  };
}

/** Returns a title that no other test and no other run uses. */
export function newTitle(words: string): string {
  return `${words} ${randomUUID().slice(0, 8)}`;
}
