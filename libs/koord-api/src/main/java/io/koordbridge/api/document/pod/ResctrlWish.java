package io.koordbridge.api.document.pod;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.koordbridge.api.binding.Absent;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Shares of the last cache and of memory bandwidth that a pod wants, as written.
 *
 * @param llc ways of the last cache
 * @param mb memory bandwidth
 */
@PureCore
@JsonIgnoreProperties(ignoreUnknown = true)
public record ResctrlWish(@Nullable Part llc, @Nullable Part mb) {

    /**
     * One resource.
     *
     * @param schemata for all caches
     * @param schemataPerCache for some of them
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Part(@Nullable Share schemata, List<Share> schemataPerCache) {
        public Part {
            schemataPerCache = List.copyOf(Absent.orEmpty(schemataPerCache));
        }
    }

    /**
     * A share.
     *
     * @param cacheID null for all caches
     * @param range percentages of the ways, of a cache
     * @param percent of bandwidth
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Share(
            @Nullable Integer cacheID,
            @Nullable List<Long> range,
            @Nullable Long percent) {
        public Share {
            range = range == null ? null : List.copyOf(range);
        }
    }

    /** The most caches that a part names. */
    int mostCaches() {
        return Stream.of(Optional.ofNullable(llc), Optional.ofNullable(mb))
                .flatMap(Optional::stream)
                .mapToInt(part -> part.schemataPerCache().size())
                .max()
                .orElse(0);
    }
}
