// Without schemas, so that screens load no more than these.

/**
 * State of a person's assignment (LEARN-02). Of the learning itself, owners and managers see only this, completions and
 * the standing with a check (ORG-10).
 */
export const assignmentStatuses = ['not_started', 'in_progress', 'completed', 'overdue'] as const;

/** Intervals in months after which a resource must be completed again. */
export const refreshIntervals = [6, 12, 24] as const;

/** The sentence that people confirm where an assignment asks for it (LEARN-02). */
export const confirmationSentence = 'I have read and understood this.';

/** Maximum number of resources, and of people by name, that one call can assign. */
export const maxAssignedResources = 10;
export const maxAssignedPeople = 500;
