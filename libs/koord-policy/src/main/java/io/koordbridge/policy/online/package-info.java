/**
 * The online sum: what all but best-effort work uses, and its percentiles in a window. Input: samples. Output: the records that the agent
 * writes and the manager reads. Trigger: a report, of an agent or of the replay.
 */
@NullMarked
package io.koordbridge.policy.online;

import org.jspecify.annotations.NullMarked;
