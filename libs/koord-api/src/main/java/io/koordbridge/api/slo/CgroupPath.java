package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Directory below a base: {@code CgroupRoot}, {@code Kubepods}, {@code KubepodsBurstable}, {@code KubepodsBesteffort}. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CgroupPath(
        @Nullable String base,
        @Nullable String parentDir,
        @Nullable String relativePath) {}
