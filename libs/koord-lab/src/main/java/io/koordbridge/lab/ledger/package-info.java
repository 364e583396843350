/**
 * Judges from outside whether capacity of a node is promised twice: reads the API server and the ResourceManager's REST API
 * like any user and shares no code with the operator. {@link io.koordbridge.lab.ledger.LedgerRules} judges,
 * {@link io.koordbridge.lab.ledger.LedgerWatch} looks. YARN specification section 6.2.
 */
@NullMarked
package io.koordbridge.lab.ledger;

import org.jspecify.annotations.NullMarked;
