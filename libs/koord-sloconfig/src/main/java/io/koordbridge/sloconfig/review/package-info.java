/**
 * Everything that a person should know about a configuration before it is stored: what the webhook would refuse, what the
 * controllers would not take, and what has no effect. Input: the data of the config map. Output: findings with line, key,
 * field, problem and allowed range. Pure; triggered by the command line.
 */
@NullMarked
package io.koordbridge.sloconfig.review;

import org.jspecify.annotations.NullMarked;
