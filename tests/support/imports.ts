import type { Import, ImportProblem } from '#contract/catalogue/imports.ts';
import type { Answer, Client } from './client.ts';
import type { TestPortal } from './portal.ts';
import { multipartForm } from './uploads.ts';

/** An administrator's calls for files of the catalogue. */
export type ImportDesk = {
  send(content: string | Buffer, name?: string): Promise<Answer<Import>>;
  /** Sends a file and waits for its check. */
  check(content: string | Buffer, name?: string): Promise<Import>;
  /** Starts the import of a checked file and waits for its end. */
  run(id: number): Promise<Import>;
  read(id: number): Promise<Import>;
  problems(id: number, query?: string): Promise<ImportProblem[]>;
  export(format?: 'csv' | 'json'): Promise<string>;
};

export function createImportDesk(portal: TestPortal, administrator: Client): ImportDesk {
  const read = async (id: number) => (await administrator.get<Import>(`/api/admin/imports/${id}`)).body;
  const send = (content: string | Buffer, name = 'catalogue.csv') =>
    administrator.send<Import>({
      method: 'POST',
      url: '/api/admin/imports',
      ...multipartForm({ name, content: Buffer.from(content), fields: {} }),
    });
  return {
    send,
    read,
    check: async (content, name) => {
      const { status, body } = await send(content, name);
      if (status !== 201) throw new Error(`The file was refused: ${status} ${JSON.stringify(body)}`);
      await portal.runJobs();
      return read(body.id);
    },
    run: async (id) => {
      const { status, body } = await administrator.post(`/api/admin/imports/${id}/run`);
      if (status !== 200) throw new Error(`The import was refused: ${status} ${JSON.stringify(body)}`);
      await portal.runJobs();
      return read(id);
    },
    problems: async (id, query = 'pageSize=200') =>
      (await administrator.get<ImportProblem[]>(`/api/admin/imports/${id}/problems?${query}`)).body,
    export: async (format = 'csv') =>
      (await administrator.get(`/api/admin/catalogue-export?format=${format}`)).raw.toString(),
  };
}

/** Returns a digest of each table that an import changes, so that a test can see that nothing has changed. */
export async function catalogueState(portal: TestPortal): Promise<unknown> {
  const tables = ['resources', 'resource_counts', 'resource_audience_counts', 'search_words', 'catalogue_version'];
  // The sender, the check and the cancellation of a file are recorded in any case.
  const changes = `(select * from audit_log where object <> 'catalogue' or action = 'import')`;
  const selects = [...tables, changes].map(
    (table) => `select $$${table}$$, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${table} t`,
  );
  return (await portal.database.pool.query({ text: selects.join(' union all '), rowMode: 'array' })).rows;
}
