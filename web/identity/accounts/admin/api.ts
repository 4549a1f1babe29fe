import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/identity/accounts-admin.endpoints.ts';
import type { CreateUser, Role, User, UserColumn, UserCsvQuery, UserForm } from '#contract/identity/accounts-admin.ts';
import { deleteUser } from '#contract/operations/privacy.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf } from '#web/platform/queries.ts';
import { toastFailure } from '#web/platform/toast.ts';

/** Query of one page of the users that match. */
export function usersQuery(given: { search?: string; organization?: string; role?: Role; page?: number }) {
  const query = { ...given, pageSize: listPageSize };
  return queryOptions({ ...pageQueryOf(endpoints.listUsers, { query }), ...listOptions });
}

/** URL of the list as a CSV file. */
export const usersCsv = (query: Partial<UserCsvQuery>, columns: ReadonlySet<UserColumn>) =>
  addressOf(endpoints.downloadUsers, { query: { ...query, page: undefined, columns: [...columns] } });

export const userQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getUser, { params: { id } }), staleTime: 0 });

export const notesQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.listNotes, { params: { id } }), staleTime: 0 });

/** Writes a note (ADM-USER-20). */
export const useAddNote = (id: number, onDone: () => void) =>
  useAction({
    send: (text: string) => call(endpoints.addNote, { params: { id }, body: { text } }),
    failed: 'The note was not added',
    done: () => ({ title: 'Note added' }),
    changed: [endpoints.listNotes],
    onDone,
  });

export const useRemoveNote = (id: number) =>
  useAction({
    send: (noteId: number) => call(endpoints.removeNote, { params: { id, noteId } }),
    failed: 'The note was not deleted',
    done: () => ({ title: 'Note deleted' }),
    changed: [endpoints.listNotes],
  });

export const userStats = { ...queryOf(endpoints.countUsers), staleTime: 0 };

export const fetchUser = (id: number) => call(endpoints.getUser, { params: { id } });

const changed = [endpoints.listUsers, endpoints.countUsers, endpoints.getUser];

/** Creates an account (ADM-USER-05, ADM-USER-16). */
export const useCreateUser = (onDone: () => void) =>
  useAction({
    send: (body: CreateUser) => call(endpoints.createUser, { body }),
    failed: 'Failed to create user',
    isQuoted: true,
    changed,
    done: ({ email }) => ({
      title: 'User created',
      description: `An invitation is on its way to ${email}. Ask the user to change the password you typed.`,
    }),
    onDone,
  });

type Edit = { form: UserForm; role: Role };

/** Saves the edited fields, and the role if it has changed. */
export function useSaveUser(saved: { readonly current: User }, onDone: () => void) {
  return useAction({
    send: async ({ form, role }: Edit) => {
      await call(endpoints.saveUser, { params: { id: saved.current.id }, body: form });
      const { id, role: former } = saved.current;
      return role === former || setRole(id, role);
    },
    failed: 'Failed to update user',
    isQuoted: true,
    changed,
    done: (isRoleSet) => (isRoleSet ? { title: 'User updated' } : null),
    onDone,
  });
}

async function setRole(id: number, role: Role): Promise<boolean> {
  try {
    await call(endpoints.setUserRole, { params: { id }, body: { role } });
    return true;
  } catch (error) {
    toastFailure('Failed to update user role', error);
    return false;
  }
}

/** Changes the role of several users (ADM-USER-03). */
export const useBulkRole = (userIds: readonly number[], onDone: () => void) =>
  useAction({
    send: (role: Role) => call(endpoints.updateUsers, { body: { userIds: [...userIds], updates: { role } } }),
    failed: 'Failed to update users',
    changed,
    done: ({ message }) => ({ title: 'Users updated', description: message }),
    onDone,
  });

export const useDeleteUser = (id: number, onDone: () => void) =>
  useAction({
    send: () => call(deleteUser, { params: { id } }),
    failed: 'Failed to delete user',
    isQuoted: true,
    changed,
    done: ({ message }) => ({ title: 'User deleted', description: message }),
    onDone,
  });

/** Switches off a user's second factor (SET-18). */
export const useSwitchOffSecondFactor = (id: number, onDone: () => void) =>
  useAction({
    send: () => call(endpoints.switchOffSecondFactor, { params: { id } }),
    failed: 'Failed to update user',
    changed,
    done: ({ message }) => ({ title: 'Two-factor authentication is off', description: message }),
    onDone,
  });
