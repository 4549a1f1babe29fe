import * as z from 'zod/mini';
import { RappPrinciple, ResourceType } from '../catalogue/catalogue.ts';
import { SeatKind } from '../commerce/seats.ts';
import { memberRoles } from '../interests.ts';
import { soughtPerson } from '../people-search.ts';
import { bodyId, Id, trueOrFalse, wholeNumber } from '../text.ts';
import { AssignedCheck } from './checks-standing.ts';
import {
  assignmentStatuses,
  maxAssignedPeople,
  maxAssignedResources,
  type refreshIntervals,
} from './learning-limits.ts';
import { NextStep } from './paths.ts';

export type AssignmentStatus = (typeof assignmentStatuses)[number];
const AssignmentStatus = z.enum(assignmentStatuses, {
  error: 'status must be not_started, in_progress, completed or overdue',
});

export type RefreshMonths = (typeof refreshIntervals)[number];
const RefreshMonths = z.nullable(
  z.union([z.literal(6), z.literal(12), z.literal(24)], { error: 'A refresh comes after 6, 12 or 24 months' }),
);

const DueOn = z.iso.date({ error: 'Choose the due date' });
const oneWay = 'Name people, roles, or all of the organisation';
const peopleSentence = 'A person must be a number';

/** A new assignment of resources to people (LEARN-01). `roles` are those that people chose in their profiles. */
export const AssignmentForm = z
  .object({
    resourceIds: z
      .array(bodyId('A resource must be a number'), { error: 'resourceIds must be a list' })
      .check(
        z.minLength(1, 'Choose at least one resource'),
        z.maxLength(maxAssignedResources, `At most ${maxAssignedResources} resources can be assigned at once`),
      ),
    people: z.optional(
      z
        .array(bodyId(peopleSentence), { error: 'people must be a list' })
        .check(
          z.minLength(1, 'Choose at least one person'),
          z.maxLength(maxAssignedPeople, `At most ${maxAssignedPeople} people can be named at once`),
        ),
    ),
    roles: z.optional(
      z
        .array(z.enum(memberRoles, { error: 'This role is not known' }), { error: 'roles must be a list' })
        .check(z.minLength(1, 'Choose at least one role'), z.maxLength(20, 'At most 20 roles can be named')),
    ),
    all: z.optional(z.literal(true, { error: 'all must be true' })),
    dueOn: DueOn,
    refreshMonths: z._default(RefreshMonths, null),
    asksConfirmation: z._default(trueOrFalse('asksConfirmation'), false),
  })
  .check(
    z.refine(({ people, roles, all }) => [people, roles, all].filter((way) => way !== undefined).length === 1, {
      error: oneWay,
      path: ['people'],
    }),
  );
export type AssignmentForm = z.infer<typeof AssignmentForm>;

/**
 * The outcome of assigning: `assigned` counts the new assignments only; people who have a resource assigned already
 * keep theirs.
 */
export const AssignedLearning = z.object({
  assigned: z.int(),
  alreadyAssigned: z.int(),
  /** Number of people who lack the organisation's seat for at least one of the resources. */
  withoutSeat: z.int(),
});
export type AssignedLearning = z.infer<typeof AssignedLearning>;

const sought = {
  status: z.optional(z.union([AssignmentStatus, z.literal('')])),
  resourceId: z.optional(Id),
  userId: z.optional(Id),
  /** A part of the person's name or email address. */
  search: soughtPerson,
};

/** Filters and page of an organisation's assignments (GEN-10). */
export const AssignmentsQuery = z.object({
  ...sought,
  page: z.optional(wholeNumber('page', 1_000_000)),
  pageSize: z.optional(wholeNumber('pageSize', 200)),
});
export type AssignmentsQuery = z.infer<typeof AssignmentsQuery>;

/** Filters of an organisation's assignments as a file, which has no pages. */
export const AssignmentsExportQuery = z.object(sought);
export type AssignmentsExportQuery = z.infer<typeof AssignmentsExportQuery>;

const assignment = {
  id: z.int(),
  resourceId: z.int(),
  title: z.string(),
  type: ResourceType,
  status: AssignmentStatus,
  /** Day by which the resource must be completed next; null when it is completed for good. */
  dueOn: z.nullable(z.iso.date()),
  /** Time from which the latest completion counts, also once it must be completed again; null before the first. */
  completedAt: z.nullable(z.string()),
  /** Whether it was completed before the content changed; the change does not require completing it again. */
  isEarlierVersion: z.boolean(),
  /** Last day on which the completion counts; null before a completion, and without a refresh. */
  validUntil: z.nullable(z.iso.date()),
  refreshMonths: RefreshMonths,
  asksConfirmation: z.boolean(),
  assignedAt: z.string(),
  /** The person's standing with the knowledge check of the resource; null without a check and attempts at one. */
  check: AssignedCheck,
};

/** An assignment for owners and managers, without any other activity of the person (ORG-10). */
export const Assignment = z.object({
  ...assignment,
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  /** Days past the due date; 0 when it is not overdue. */
  overdueDays: z.int(),
  /**
   * Number of weekly reminders that have come due by the calendar since the due date, at most four; people with Email
   * Updates off get none of them.
   */
  overdueReminders: z.int(),
  /** Day on which the latest reminder came due; null while the assignment is not overdue. */
  lastReminderOn: z.nullable(z.iso.date()),
});
export type Assignment = z.infer<typeof Assignment>;

/** An assignment for the member. */
export const OwnAssignment = z.object({
  ...assignment,
  organisation: z.string(),
  imageUrl: z.nullable(z.string()),
  rappPrinciples: z.array(RappPrinciple),
  /** The product that an online tool opens; null for other resources. */
  onlineProductId: z.nullable(z.int()),
  /** The member's progress with the resource, in whole percent; shown only to the member. */
  completionPercentage: z.int(),
  /** Only of a learning path that the member began. */
  nextStep: z.optional(NextStep),
  /** Whether the member completed the resource and only the confirmation is missing. */
  canConfirm: z.boolean(),
  /** Whether the member can open the resource now, for example by a seat of the organisation. */
  canOpen: z.boolean(),
  /**
   * Time of the completion that rests on what the member did before the assignment; null when there is nothing to
   * share. The organisation learns it only once the member says so.
   */
  earlierCompletedAt: z.nullable(z.string()),
});
export type OwnAssignment = z.infer<typeof OwnAssignment>;

/** The next assignments that a member has to do, with the total number. */
export const AssignedSummary = z.object({
  /** Next due first; at most three. */
  toDo: z.array(OwnAssignment),
  assigned: z.int(),
  completed: z.int(),
});
export type AssignedSummary = z.infer<typeof AssignedSummary>;

/** The caller's assignments: all, or that of one resource. */
export const OwnAssignmentsQuery = z.object({ resourceId: z.optional(Id) });
export type OwnAssignmentsQuery = z.infer<typeof OwnAssignmentsQuery>;

const counts = { assigned: z.int(), completed: z.int(), inProgress: z.int(), notStarted: z.int(), overdue: z.int() };
export const LearningCounts = z.object(counts);
export type LearningCounts = z.infer<typeof LearningCounts>;

/** A role; null for people who chose none in their profiles. */
const Role = z.nullable(z.enum(memberRoles));

/** Completion in an organisation: overall, by resource, and by role and resource (LEARN-06). */
export const LearningSummary = z.object({
  total: z.object({ ...counts, overduePeople: z.int() }),
  /** Number of people of each role in the organisation. */
  roles: z.array(z.object({ role: Role, people: z.int() })),
  /** Most overdue first, then most assigned; at most 100. */
  resources: z.array(
    z.object({
      resourceId: z.int(),
      title: z.string(),
      type: ResourceType,
      ...counts,
      /** Next due date of people who have not completed it; null when all have. */
      nextDueOn: z.nullable(z.iso.date()),
      /** Refresh intervals of its assignments; null is an assignment without a refresh. */
      refreshes: z.array(RefreshMonths),
      asksConfirmation: z.boolean(),
      byRole: z.array(z.object({ role: Role, ...counts })),
    }),
  ),
  /** Number of assigned resources, including those not listed. */
  resourceCount: z.int(),
});
export type LearningSummary = z.infer<typeof LearningSummary>;

/** The people whom the seats of their organisation do not let open what they still have to complete (LEARN-08). */
export const WithoutSeat = z.object({
  people: z.int(),
  /** The resources that no such seat opens for them, those of most people first; at most 100. */
  resources: z.array(
    z.object({
      resourceId: z.int(),
      title: z.string(),
      /** The kind of seat that opens the resource. */
      kind: SeatKind,
      people: z.int(),
      /** The first of them, as many as one call can give seats to. */
      userIds: z.array(z.int()),
      /** The names of the first three. */
      names: z.array(z.string()),
    }),
  ),
});
export type WithoutSeat = z.infer<typeof WithoutSeat>;

/** The people whose assignments are counted: those on one page of a list. */
export const LearningPeopleQuery = z.object({
  userId: z.pipe(
    z.union([z.array(Id).check(z.minLength(1), z.maxLength(200, 'At most 200 people can be named')), Id], {
      error: 'userId must be the id of a person',
    }),
    z.transform((given: number | number[]): number[] => (Array.isArray(given) ? given : [given])),
  ),
});
export type LearningPeopleQuery = z.infer<typeof LearningPeopleQuery>;

/** Numbers of a person's assignments: all, completed, and overdue. */
export const PersonLearning = z.object({
  userId: z.int(),
  assigned: z.int(),
  completed: z.int(),
  overdue: z.int(),
});
export type PersonLearning = z.infer<typeof PersonLearning>;

export const AssignmentParams = z.object({ id: Id, assignmentId: Id });
export type AssignmentParams = z.infer<typeof AssignmentParams>;
export const OwnAssignmentParams = z.object({ assignmentId: Id });
export type OwnAssignmentParams = z.infer<typeof OwnAssignmentParams>;

/** A new due date (LEARN-01). */
export const DueDayForm = z.object({ dueOn: DueOn });
export type DueDayForm = z.infer<typeof DueDayForm>;

export const AssignedResourceParams = z.object({ id: Id, resourceId: Id });
export type AssignedResourceParams = z.infer<typeof AssignedResourceParams>;

export const ChangedAssignments = z.object({ changed: z.int() });
export type ChangedAssignments = z.infer<typeof ChangedAssignments>;
