/**
 * The commands of this code base as README, AGENTS and CONTRIBUTING name them. Input: those pages and the scripts. Output: each
 * command exists and does what they say. Trigger: a change of either.
 */
package io.koordbridge.it.commands;
