#include "CSoundTouch.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <soundtouch/SoundTouch.h>
#include <type_traits>

static_assert(std::is_same<soundtouch::SAMPLETYPE, float>::value, "SoundTouch must be built for 32-bit float samples");

struct cst_stretch {
    soundtouch::SoundTouch filter;
};

// Everything that SoundTouch throws ends here.
template <typename Body>
static bool succeeds(Body body) noexcept
{
    try {
        body();
        return true;
    } catch (...) {
        return false;
    }
}

cst_stretch *cst_open(unsigned sample_rate, unsigned channel_count, double tempo)
{
    if (channel_count < 1 || channel_count > CST_CHANNEL_LIMIT || sample_rate < 1) return nullptr;
    if (!(tempo >= 0.1 && tempo <= 10)) return nullptr;
    std::unique_ptr<cst_stretch> stretch;
    const bool made = succeeds([&] {
        stretch = std::make_unique<cst_stretch>();
        stretch->filter.setSampleRate(sample_rate);
        stretch->filter.setChannels(channel_count);
        stretch->filter.setTempo(tempo);
    });
    return made ? stretch.release() : nullptr;
}

bool cst_set_tempo(cst_stretch *stretch, double tempo)
{
    if (!(tempo >= 0.1 && tempo <= 10)) return false;
    return succeeds([&] { stretch->filter.setTempo(tempo); });
}

size_t cst_held(const cst_stretch *stretch)
{
    return stretch->filter.numUnprocessedSamples();
}

bool cst_put(cst_stretch *stretch, const float *samples, size_t frame_count)
{
    if (frame_count > std::numeric_limits<unsigned>::max()) return false;
    return succeeds([&] { stretch->filter.putSamples(samples, static_cast<unsigned>(frame_count)); });
}

bool cst_flush(cst_stretch *stretch)
{
    return succeeds([&] { stretch->filter.flush(); });
}

size_t cst_receive(cst_stretch *stretch, float *samples, size_t frame_limit)
{
    const size_t limit = std::min<size_t>(frame_limit, std::numeric_limits<unsigned>::max());
    size_t count = 0;
    succeeds([&] { count = stretch->filter.receiveSamples(samples, static_cast<unsigned>(limit)); });
    return count;
}

void cst_close(cst_stretch *stretch)
{
    delete stretch;
}
