/** {@code colo quota}: the tree of quotas and how a runtime came about. Input: answers of koord-scheduler; output: tables. */
@NullMarked
package io.koordbridge.colo.quota;

import org.jspecify.annotations.NullMarked;
