package io.koordbridge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageHeadersTest {
    @Test
    void headersOfOneConnectionAreNotPassedBack() {
        assertThat(PageHeaders.isPassedBack("Transfer-Encoding")).isFalse();
        assertThat(PageHeaders.isPassedBack("content-length")).isFalse();
        assertThat(PageHeaders.isPassedBack("ETag")).isTrue();
        assertThat(PageHeaders.isPassedBack("Content-Type")).isTrue();
    }

    @Test
    void aRelaySendsNoCredentialsOfTheBrowser() {
        assertThat(PageHeaders.OF_REQUESTS).doesNotContain("Authorization", "Cookie");
    }
}
