// Without shapes, so that screens load no more than these.

/** Where a person is with an assignment (LEARN-02): the only word that owners and managers see about it. */
export const assignmentStatuses = ['not_started', 'in_progress', 'completed', 'overdue'] as const;

/** After so many months a resource is to be completed again. */
export const refreshIntervals = [6, 12, 24] as const;

/** The sentence that is confirmed where an assignment asks for it (LEARN-02). */
export const confirmationSentence = 'I have read and understood this.';

/** How many resources, and how many people by name, one call can assign. */
export const maxAssignedResources = 10;
export const maxAssignedPeople = 500;
