/**
 * {@code colo preflight}: what an installation needs, line by line. Inputs: objects of the API server, reviews of rights, one dry run, the yarn-operator's
 * status, the web server of a ResourceManager and {@code /state} of the node agents. Output: findings with a remedy each. Writes nothing.
 */
@NullMarked
package io.koordbridge.colo.preflight;

import org.jspecify.annotations.NullMarked;
