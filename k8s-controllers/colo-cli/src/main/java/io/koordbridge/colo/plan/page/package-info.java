/** The plan as one HTML file without outside assets: figures and timelines. */
@NullMarked
package io.koordbridge.colo.plan.page;

import org.jspecify.annotations.NullMarked;
