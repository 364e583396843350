/** {@code colo apps}: applications of YARN as the ResourceManagers remember them. Input: the API of yarn-operator; output: a table or its document. */
@NullMarked
package io.koordbridge.colo.apps;

import org.jspecify.annotations.NullMarked;
