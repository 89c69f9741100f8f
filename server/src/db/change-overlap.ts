/**
 * How far a read of changes goes back before the previous read. Longer than any of our transactions takes: a change stores the
 * time at which its transaction began, and is visible after its end.
 */
export const CHANGE_OVERLAP_SECONDS = 120
